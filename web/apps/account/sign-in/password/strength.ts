/** How strong a password is while it is typed: by the rules of the server as far as a page knows them, then by its length. Pure. */
import { seenLength } from "#contract/platform/plain-text.ts";

export type Strength = {
  /** 0 is refused. */
  readonly step: 0 | 1 | 2 | 3;
  readonly word: "short" | "run" | "same" | "own" | "common" | "fair" | "good" | "strong";
};

export const LEAST_LETTERS = 10;

const ROWS = [
  "01234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1q2w3e4r5t6y7u8i9o0p",
];
/** Beginnings of those that leak most; the server has ten thousand more. */
const COMMON =
  /^(password|passw0rd|qwerty|letmein|welcome|iloveyou|admin|dragon|monkey|football|baseball|sunshine|princess|superman|trustno1|bitcoin|crypto)/;

export function strengthOf(password: string, own: readonly string[]): Strength {
  const folded = password.normalize("NFKC").toLowerCase();
  const letters = seenLength(folded);
  const kinds = new Set(folded).size;
  if (letters < LEAST_LETTERS) return { step: 0, word: "short" };
  if (kinds < 4) return { step: 0, word: "same" };
  if (ROWS.some((row) => row.includes(folded) || [...row].reverse().join("").includes(folded)))
    return { step: 0, word: "run" };
  const rest = own.reduce((text, word) => (word.length >= 4 ? text.replaceAll(word.toLowerCase(), "") : text), folded);
  if (seenLength(rest) < 4) return { step: 0, word: "own" };
  if (COMMON.test(folded) && letters < 16) return { step: 1, word: "common" };
  // Many letters of few kinds are as few as they look.
  const counted = Math.min(letters, kinds * 2);
  if (counted < 14) return { step: 1, word: "fair" };
  return counted < 18 ? { step: 2, word: "good" } : { step: 3, word: "strong" };
}
