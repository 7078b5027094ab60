/**
 * Whether two names may be one person's, as banks write names: in capitals, without accents or in other letters, the last
 * name first, middle names left out or short.
 */
import { bareWord, isSpelled, spellingsOf } from "./name-letters.ts";

/** Longer names are compared word by word only: what follows tries all ways to join and to order words. */
const MOST_WORDS = 10;
/** "de la Cruz" is "DELACRUZ". */
const MOST_JOINED = 4;

/** Each word of one name is in the other, and there are two at least, or both names are one word. */
export function isSameName(one: string, other: string): boolean {
  const [some, others] = withoutOneSuffix(wordsOf(one), wordsOf(other));
  if (some.length === 0 || others.length === 0) return false;
  if (Math.max(some.length, others.length) > MOST_WORDS) return sorted(some) === sorted(others);
  return isWithin(some, others) || isWithin(others, some);
}

const TITLES = new Set(
  "mr mrs ms miss mx dr prof ing dipl mag sir herr frau hr fr mme mlle monsieur madame sr sra srta don dona dott sig sigra pan pani".split(
    " ",
  ),
);
const SUFFIXES = new Set("jr sr ii iii iv".split(" "));

export function wordsOf(name: string): string[] {
  const words = name
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(/['’‘ʼ`´ʻʿʾ′ـ]|[\u064b-\u0652\u0670]|\p{Default_Ignorable_Code_Point}/gu, "")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
  let first = 0;
  while (words.length - first > 2 && TITLES.has(bareWord(words[first] ?? ""))) first += 1;
  return words.slice(first);
}

/** A suffix that one of them has only; father and son with one each are two people. */
function withoutOneSuffix(some: readonly string[], others: readonly string[]) {
  const isSuffixed = (words: readonly string[]) => words.length > 2 && SUFFIXES.has(words.at(-1) ?? "");
  if (isSuffixed(some) === isSuffixed(others)) return [some, others] as const;
  return isSuffixed(some) ? ([some.slice(0, -1), others] as const) : ([some, others.slice(0, -1)] as const);
}

const sorted = (words: readonly string[]) => words.map(bareWord).sort().join(" ");

type Run = { readonly start: number; readonly size: number; readonly word: string };

/** Every word of `some` is one of `others`, each of which counts once; neighbours may be joined on one side. */
function isWithin(some: readonly string[], others: readonly string[]): boolean {
  const runs = runsOf(others);
  const singles = runs.filter(({ size }) => size === 1);
  const tried = new Set<string>();
  const known = remembered(likenessOf);
  const isFrom = (place: number, used: number, units: number, isNamed: boolean): boolean => {
    const isAllUsed = used === (1 << others.length) - 1;
    if (place === some.length) return isNamed && (units > 1 || isAllUsed);
    const key = `${place} ${used} ${units > 1} ${isNamed}`;
    if (tried.has(key)) return false;
    tried.add(key);
    for (let size = 1; size <= MOST_JOINED && place + size <= some.length; size += 1) {
      const word = some.slice(place, place + size).join("");
      for (const run of size === 1 ? runs : singles) {
        const mask = ((1 << run.size) - 1) << run.start;
        const likeness = (used & mask) === 0 ? known(word, run, size) : "none";
        if (likeness === "none") continue;
        if (isFrom(place + size, used | mask, units + 1, isNamed || likeness === "same")) return true;
      }
    }
    return false;
  };
  return isFrom(0, 0, 0, false);
}

function runsOf(words: readonly string[]): Run[] {
  return words.flatMap((_, start) =>
    Array.from({ length: Math.min(MOST_JOINED, words.length - start) }, (__, more) => ({
      ...{ start, size: more + 1 },
      word: words.slice(start, start + more + 1).join(""),
    })),
  );
}

function likenessOf(word: string, run: Run, size: number): "same" | "initial" | "none" {
  const isOne = size === 1 && run.size === 1;
  if (isOne && (isInitialOf(word, run.word) || isInitialOf(run.word, word))) return "initial";
  if (!isSameWord(word, run.word)) return "none";
  return INITIAL.test(word) && INITIAL.test(run.word) ? "initial" : "same";
}

function remembered(likeness: typeof likenessOf): typeof likenessOf {
  const known = new Map<string, ReturnType<typeof likenessOf>>();
  return (word, run, size) => {
    const key = `${word} ${size} ${run.word} ${run.size}`;
    const found = known.get(key) ?? likeness(word, run, size);
    known.set(key, found);
    return found;
  };
}

/** One letter of an alphabet. A name of one Chinese character is whole. */
export const INITIAL = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u;

function isInitialOf(letter: string, word: string): boolean {
  return INITIAL.test(letter) && word.length > 1 && bareWord(word).startsWith(bareWord(letter));
}

export function isSameWord(one: string, other: string): boolean {
  const [bare, otherBare] = [bareWord(one), bareWord(other)];
  return bare === otherBare || isSpelled(spellingsOf(one), otherBare) || isSpelled(spellingsOf(other), bare);
}
