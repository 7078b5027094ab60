/** Whether two names may be one person's: banks write capitals, leave accents out, and put the last name first. */

const wordsOf = (name: string): string[] =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Every word of the shorter name is one of the other's, and there are two at least, or both are the same. */
export function isSameName(one: string, other: string): boolean {
  const [short, long] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  if (!short || !long || short.length === 0) return false;
  if (short.length === 1) return long.length === 1 && short[0] === long[0];
  return short.every((word) => long.includes(word));
}
