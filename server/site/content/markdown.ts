/**
 * Markdown as HTML. HTML in a text is shown as text. Headings have anchors: `## Title {#anchor}`, or one made of the title.
 * Links name a page by its key, so that they stay in the reader's language: `[fees](page:company/fees#trade)`,
 * `[wallet](page:wallet)`, `[offers](page:offersSearch?side=buy&crypto=BTC)`.
 */
import markdownIt, { type StateCore, type Token } from "markdown-it";
import type { Locale } from "#contract/platform/locales.ts";
import { isPathKey, pathOf } from "#contract/platform/paths.ts";
import { localized } from "#contract/platform/localized.ts";
import { type ContentKey, contentPath } from "#contract/site/content.ts";

type Place = { readonly locale: Locale; readonly keys: ReadonlySet<string> };

const markdown = markdownIt({ html: false });
markdown.core.ruler.before("inline", "anchors", addAnchors);
markdown.core.ruler.after("inline", "links", resolveLinks);
markdown.core.ruler.after("inline", "tables", labelTables);
// On a narrow screen a table scrolls by itself, also by keyboard.
markdown.renderer.rules.table_open = ([...tokens], at) => {
  const label = markdown.utils.escapeHtml(String(tokens[at]?.meta?.label ?? ""));
  return `<div class="article-table" tabindex="0" role="region" aria-label="${label}"><table>\n`;
};
markdown.renderer.rules.table_close = () => "</table></div>\n";

/** `keys` are those of all pages of text. Throws for a link to a page that does not exist. */
export function renderMarkdown(source: string, place: Place): string {
  return markdown.render(source, { place, faults: [] });
}

/** The links of a text, with their words. */
export function linksIn(source: string, place: Place): { label: string; href: string }[] {
  const tokens = markdown.parse(source, { place, faults: [] }).flatMap(({ children }) => children ?? []);
  return tokens.flatMap((token, at) =>
    token.type === "link_open" ? [{ label: tokens[at + 1]?.content ?? "", href: String(token.attrGet("href")) }] : [],
  );
}

/** What is wrong with the links and headings of a text. */
export function markdownFaults(source: string, place: Place): string[] {
  const env = { place, faults: [] as string[] };
  const tokens = markdown.parse(source, env);
  const hasTitle = tokens.some(({ type, tag }) => type === "heading_open" && tag === "h1");
  return [...env.faults, ...(hasTitle ? ["a heading of the first level: the title is in the front matter"] : [])];
}

/** The headings of the second level, with their anchors. */
export function headingsOf(source: string, place: Place): { id: string; text: string }[] {
  const tokens = markdown.parse(source, { place, faults: [] });
  return tokens.flatMap((token, at) =>
    token.type === "heading_open" && token.tag === "h2"
      ? [{ id: String(token.attrGet("id")), text: textOf(tokens[at + 1]) }]
      : [],
  );
}

/** A text in which no character means anything to Markdown. */
export function plainText(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+.!|<>~&-]/g, "\\$&");
}

const ANCHOR = /\s*\{#([\w-]+)\}\s*$/;

function addAnchors({ tokens }: StateCore): void {
  const used = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    const text = tokens[at + 1];
    if (token.type !== "heading_open" || !text) continue;
    const [whole = "", named] = ANCHOR.exec(text.content) ?? [];
    text.content = text.content.slice(0, text.content.length - whole.length);
    const wanted =
      named ??
      text.content
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, "-")
        .replace(/^-|-$/g, "");
    let id = wanted;
    for (let number = 2; used.has(id); number += 1) id = `${wanted}-${number}`;
    used.add(id);
    token.attrSet("id", id);
  }
}

function resolveLinks({ tokens, env }: StateCore): void {
  const { place, faults } = env as { place: Place; faults: string[] };
  for (const link of tokens.flatMap(({ children }) => children ?? [])) {
    if (link.type !== "link_open") continue;
    const href = String(link.attrGet("href") ?? "");
    const target = targetOf(href, place);
    if (target === undefined) faults.push(`there is no page for the link ${href}`);
    else link.attrSet("href", target);
    if (href.startsWith("https:")) link.attrSet("rel", "noopener");
  }
}

/** Undefined for a link that leads nowhere. */
function targetOf(href: string, { locale, keys }: Place): string | undefined {
  if (href.startsWith("https://") || href.startsWith("#") || href.startsWith("mailto:")) return href;
  const [, key = "", query = "", anchor = ""] = /^page:([\w/-]+)(\?[^#]*)?(#[\w-]+)?$/.exec(href) ?? [];
  if (keys.has(key)) return localized(locale, contentPath(key as ContentKey)) + query + anchor;
  if (!isPathKey(key)) return undefined;
  const path = pathOf(locale, key, Object.fromEntries(new URLSearchParams(query)) as never);
  return path.includes("undefined") ? undefined : path + anchor;
}

/** A table is named by the heading above it. */
function labelTables({ tokens }: StateCore): void {
  let heading = "";
  for (const [at, token] of tokens.entries()) {
    if (token.type === "heading_open") heading = textOf(tokens[at + 1]);
    if (token.type === "table_open") token.meta = { label: heading };
    if (token.type === "th_open") token.attrSet("scope", "col");
  }
}

function textOf(token: Token | undefined): string {
  return (token?.children ?? []).map(({ content }) => content).join("");
}
