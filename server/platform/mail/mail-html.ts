/** The HTML of an email, made from its text: the same words, the links of this market to press, and the reader's direction. */
import { directionOf, type Locale } from "#contract/platform/locales.ts";

const ADDRESS = /https?:\/\/[^\s<>"]+/g;

/** `origin` is the market's own: any other address stays plain text without a link. */
export function mailHtml({ text, lang, origin }: { text: string; lang: Locale; origin: string }): string {
  const paragraphs = text
    .trimEnd()
    .split(/\n{2,}/)
    .map((paragraph) => `<p dir="auto" style="margin:0 0 16px">${lines(paragraph, origin)}</p>`);
  return [
    `<!doctype html><html lang="${lang}" dir="${directionOf(lang)}">`,
    '<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>',
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto">',
    ...paragraphs,
    "</div></body></html>",
  ].join("");
}

function lines(paragraph: string, origin: string): string {
  return paragraph
    .split("\n")
    .map((line) => linked(line, origin))
    .join("<br>");
}

function linked(line: string, origin: string): string {
  let html = "";
  let done = 0;
  for (const { 0: found, index } of line.matchAll(ADDRESS)) {
    // A full stop or comma behind an address ends the sentence.
    const address = found.replace(/[.,;:)]+$/, "");
    if (!(address === origin || address.startsWith(`${origin}/`))) continue;
    html += `${escaped(line.slice(done, index))}<a href="${escaped(address)}" dir="ltr">${escaped(address)}</a>`;
    done = index + address.length;
  }
  return html + escaped(line.slice(done));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}
