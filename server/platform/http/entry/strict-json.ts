/**
 * JSON with one meaning only: a repeated name in one object is refused, because readers differ in which of the two they take,
 * and so are the names that lead to prototypes.
 */
const POISONED = new Set(["__proto__", "constructor", "prototype"]);

/** Throws a SyntaxError. */
export function parseStrictly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Written with escapes, a name does not look like itself.
  const mayPoison = text.includes("\\u") || text.includes("proto") || text.includes("constructor");
  if (namesWritten(text) !== namesKept(value, mayPoison)) throw new SyntaxError("a name is repeated in one object");
  return value;
}

/** How many names are in the text, which JSON.parse has accepted already. Jumps from quote to quote. */
function namesWritten(text: string): number {
  let names = 0;
  for (let open = text.indexOf('"'); open >= 0; ) {
    let close = text.indexOf('"', open + 1);
    while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
    let at = close + 1;
    while (isSpace(text.charCodeAt(at))) at += 1;
    if (text[at] === ":") names += 1;
    open = text.indexOf('"', at);
  }
  return names;
}

/** Whether an odd number of backslashes precedes it. */
function isEscaped(text: string, quote: number): boolean {
  let at = quote;
  while (text[at - 1] === "\\") at -= 1;
  return (quote - at) % 2 === 1;
}

const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9;

/** How many names the value has at all depths. Without recursion: a body may be very deep. Throws at a poisoned one. */
function namesKept(value: unknown, mayPoison: boolean): number {
  let names = 0;
  const left: object[] = typeof value === "object" && value !== null ? [value] : [];
  for (let one = left.pop(); one; one = left.pop()) {
    const inner: unknown[] = Array.isArray(one) ? one : Object.values(one);
    if (!Array.isArray(one)) names += inner.length;
    if (mayPoison && !Array.isArray(one) && Object.keys(one).some((name) => POISONED.has(name)))
      throw new SyntaxError("a name leads to a prototype");
    for (const part of inner) if (typeof part === "object" && part !== null) left.push(part);
  }
  return names;
}
