/** A sample page of text, and the menus of all pages. */
import { type ContentProps, contentPath, type MenuLinks } from "#contract/site/content.ts";

export const SAMPLE_MENUS: MenuLinks = {
  company: [{ title: "Fees", href: contentPath("company/fees") }],
  legal: [{ title: "Dispute rules", href: contentPath("legal/dispute-rules") }],
};

/** As the server makes it of Markdown. */
export const sampleText: ContentProps = {
  title: "Fees",
  description: "The seller pays, and only when the trade succeeds.",
  html: `<h2 id="trade">Trade fee</h2>
<div class="article-table" tabindex="0" role="region" aria-label="Trade fee"><table>
<thead><tr><th scope="col">Payment method</th><th scope="col">Seller pays</th></tr></thead>
<tbody><tr><td>Gift Cards <em>iTunes / Apple Gift Card</em></td><td><strong>5%</strong></td></tr></tbody>
</table></div>
<h2 id="rule"><em>1.1</em> Payment proven</h2>
<p>A text with a <a href="/wallet">link</a>.</p>
<ul><li>One</li><li>Two</li></ul>`,
  version: { version: 2, since: "2026-11-24" },
  otherVersions: [{ version: 1, since: "2026-10-01" }],
};
