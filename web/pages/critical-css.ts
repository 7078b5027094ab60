/**
 * The part of the styles that a page's markup uses, inlined in its head: the first paint needs no second file.
 * The whole sheets come later and say the same, so nothing moves.
 */
import type { Style } from "#contract/platform/page.ts";

/** A rule with the classes it needs, or a block (@layer, @media, @scope, @supports) around more of them. */
type Node = { text: string; needs: string[][] } | { open: string; inside: Node[] };

const parsed = new WeakMap<Style, Node[]>();

/** The classes that some markup names. */
export function classesIn(markup: string): Set<string> {
  const used = new Set<string>();
  for (const [, names = ""] of markup.matchAll(/ class="([^"]*)"/g))
    for (const name of names.split(" ")) used.add(name.includes("&") ? unescaped(name) : name);
  return used;
}

/** `used` are the classes of the page's markup, `fonts` the files of letters that it asks for. */
export function criticalCss(style: Style, used: ReadonlySet<string>, fonts: readonly string[] = []): string {
  let nodes = parsed.get(style);
  if (!nodes) {
    nodes = parse(style.text.replace(/^\/\*[\s\S]*?\*\//, "")).filter((node) => !isFallback(node));
    parsed.set(style, nodes);
  }
  return nodes
    .filter((node) => !("text" in node && isOtherFont(node.text, fonts)))
    .map((node) => print(node, used))
    .join("");
}

/** The letters of another language are those of the system. */
const isOtherFont = (text: string, fonts: readonly string[]) =>
  text.startsWith("@font-face") && !fonts.some((href) => text.includes(href));

/** Tailwind's fallback for browsers without @property: none that can run these pages needs it before the whole sheet. */
function isFallback(node: Node): boolean {
  return "open" in node && node.open === "@layer properties";
}

function unescaped(name: string): string {
  return name
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}

function print(node: Node, used: ReadonlySet<string>): string {
  if ("text" in node) {
    const fits = node.needs.some((classes) => classes.every((name) => used.has(name)));
    return node.needs.length === 0 || fits ? node.text : "";
  }
  const inside = node.inside.map((one) => print(one, used)).join("");
  return inside ? `${node.open}{${inside}}` : "";
}

function parse(css: string): Node[] {
  const nodes: Node[] = [];
  let place = 0;
  while (place < css.length) {
    const brace = css.indexOf("{", place);
    const semicolon = css.indexOf(";", place);
    if (semicolon !== -1 && (brace === -1 || semicolon < brace)) {
      nodes.push({ text: css.slice(place, semicolon + 1), needs: [] });
      place = semicolon + 1;
      continue;
    }
    if (brace === -1) break;
    const end = closingBrace(css, brace);
    const head = css.slice(place, brace).trim();
    if (/^@(layer|media|scope|supports)\b/.test(head))
      nodes.push({ open: head, inside: parse(css.slice(brace + 1, end)) });
    else nodes.push({ text: `${css.slice(place, end + 1)}`, needs: head.startsWith("@") ? [] : classesOf(head) });
    place = end + 1;
  }
  return nodes;
}

function closingBrace(css: string, open: number): number {
  let depth = 0;
  for (let place = open; place < css.length; place += 1) {
    const letter = css[place];
    if (letter === "\\") place += 1;
    else if (letter === '"' || letter === "'") place = css.indexOf(letter, place + 1);
    else if (letter === "{") depth += 1;
    else if (letter === "}" && --depth === 0) return place;
  }
  return css.length;
}

/** One list of classes for each selector of the rule; a rule about elements only needs none. */
function classesOf(head: string): string[][] {
  const selectors = splitSelectors(head).map((selector) =>
    [
      ...selector.replace(/:not\([^)]*\)|:where\([^)]*\)/g, "").matchAll(/\.((?:\\3\d |\\.|[\w-]|[\u0080-\uffff])+)/g),
    ].map(([, name = ""]) => name.replace(/\\3(\d) /g, "$1").replace(/\\(.)/g, "$1")),
  );
  return selectors.some((classes) => classes.length === 0) ? [] : selectors;
}

function splitSelectors(head: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let place = 0; place < head.length; place += 1) {
    const letter = head[place];
    if (letter === "\\") place += 1;
    else if (letter === "(" || letter === "[") depth += 1;
    else if (letter === ")" || letter === "]") depth -= 1;
    else if (letter === "," && depth === 0) {
      parts.push(head.slice(from, place));
      from = place + 1;
    }
  }
  return [...parts, head.slice(from)];
}
