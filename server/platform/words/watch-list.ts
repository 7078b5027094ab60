/**
 * Compares names of users with a list of sanctions that the operator keeps on this machine: one name per line, or a
 * CSV file with names in the second column, as the list of the US Treasury (sdn.csv). Without a list nothing is
 * screened, and no record claims it.
 */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";

export type Likeness = {
  /** The list's own number of it: the first column of a table; empty in a list of names alone. */
  readonly id: string;
  /** As the list has it. */
  readonly name: string;
  /** Up to 100, which is the same. */
  readonly percent: number;
};

const LOOK_AGAIN_MS = 60_000;
const ALIKE = 0.9;

type Entry = { readonly id: string; readonly name: string; readonly words: readonly string[] };
type List = { readonly byStart: ReadonlyMap<string, readonly Entry[]>; readonly size: number };

let file: string | undefined;
let known:
  | { readonly list: List; readonly version: string; readonly changedMs: number; readonly lookedMs: number }
  | undefined;

/** Called once at the start. Throws where the file cannot be read or has no name. */
export function useWatchList(named: string | undefined): void {
  [file, known] = [named, undefined];
  if (named !== undefined && listNow(named, 0).size === 0) throw new Error("WATCH_LIST has no names");
}

/** All of them, the most alike first: one that is left out is never looked at. Undefined where there is no list. A list that has changed counts within a minute. */
export function likeOnWatchList(name: string, nowMs: number): Likeness[] | undefined {
  if (file === undefined) return undefined;
  const { byStart } = listNow(file, nowMs);
  const words = wordsOf(name);
  // A similar name has a word with the same beginning.
  const near = new Set(words.flatMap((word) => byStart.get(startOf(word)) ?? []));
  return [...near]
    .map(({ id, name: listed, words: theirs }) => ({ id, name: listed, likeness: likenessOf(words, theirs) }))
    .filter(({ likeness }) => likeness >= ALIKE)
    .sort((one, other) => other.likeness - one.likeness || one.name.localeCompare(other.name))
    .map(({ likeness, ...entry }) => ({ ...entry, percent: Math.round(likeness * 100) }));
}

/** Of two names, in percent. */
export const likenessOfNames = (name: string, other: string): number =>
  Math.round(likenessOf(wordsOf(name), wordsOf(other)) * 100);

/** The digest of the list that counts now; undefined where there is none. */
export function watchListVersion(nowMs: number): string | undefined {
  return file === undefined ? undefined : knownNow(file, nowMs).version;
}

const listNow = (path: string, nowMs: number): List => knownNow(path, nowMs).list;

function knownNow(path: string, nowMs: number) {
  if (!known || Math.abs(nowMs - known.lookedMs) > LOOK_AGAIN_MS) known = { ...lookAt(path), lookedMs: nowMs };
  return known;
}

/** One that is gone while it runs leaves what was known. */
function lookAt(path: string) {
  try {
    const changedMs = statSync(path).mtimeMs;
    if (known?.changedMs === changedMs) return known;
    const text = readFileSync(path, "utf8");
    return { list: listFrom(text), version: createHash("sha256").update(text).digest("hex"), changedMs };
  } catch (error) {
    if (!known) throw error;
    return known;
  }
}

function listFrom(text: string): List {
  const byStart = new Map<string, Entry[]>();
  let size = 0;
  for (const line of text.split(/\r?\n/)) {
    const { id, name } = entryIn(line.replace(/^#.*$/, ""));
    const words = wordsOf(name);
    if (words.length === 0) continue;
    size += 1;
    const entry = { id, name, words };
    for (const start of new Set(words.map(startOf))) {
      const others = byStart.get(start);
      if (others) others.push(entry);
      else byStart.set(start, [entry]);
    }
  }
  return { byStart, size };
}

/** The first two columns of a table, without their marks; or the line. */
function entryIn(line: string): { readonly id: string; readonly name: string } {
  const columns = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain,
  );
  const [id = "", name = ""] = columns.length > 2 ? columns : ["", line];
  return { id: id.trim(), name: name.trim() };
}

/** Without accents, capitals and order: "LAST, First" is "First Last". */
function wordsOf(name: string): string[] {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).sort();
}

const startOf = (word: string) => [...word].slice(0, 2).join("");

/** Each word of the shorter name with the nearest of the other, by their lengths; a name of one word fits only a name of one. */
function likenessOf(some: readonly string[], others: readonly string[]): number {
  const [short, long] = some.length <= others.length ? [some, others] : [others, some];
  if (short.length === 1 && long.length > 1) return 0;
  const left = [...long];
  let sum = 0;
  let letters = 0;
  for (const word of short) {
    const scores = left.map((other) => jaroWinkler(word, other));
    const best = Math.max(...scores);
    left.splice(scores.indexOf(best), 1);
    sum += best * word.length;
    letters += word.length;
  }
  return sum / letters;
}

/** From 0 to 1: shared letters near the same place, with more for a shared beginning. */
function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1;
  const [near, matched] = [Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1), new Set<number>()];
  const mine: string[] = [];
  for (const [place, letter] of [...one].entries()) {
    const from = Math.max(0, place - near);
    for (let at = from; at < Math.min(other.length, place + near + 1); at++) {
      if (other[at] !== letter || matched.has(at)) continue;
      matched.add(at);
      mine.push(letter);
      break;
    }
  }
  if (mine.length === 0) return 0;
  const theirs = [...matched].sort((a, b) => a - b).map((at) => other[at]);
  const swapped = mine.filter((letter, place) => letter !== theirs[place]).length / 2;
  const shared = mine.length;
  const jaro = (shared / one.length + shared / other.length + (shared - swapped) / shared) / 3;
  let prefix = 0;
  while (prefix < 4 && one[prefix] !== undefined && one[prefix] === other[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}
