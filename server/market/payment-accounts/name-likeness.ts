/**
 * How the name of a payer compares with a user's, where money follows: the same by isSameName without counting on initials; close, which a
 * person has to look at; or another.
 */
import { bareWord } from "./name-letters.ts";
import { INITIAL, isSameName, isSameWord, wordsOf } from "./same-name.ts";

export type NameLikeness = "same" | "close" | "other";

export function nameLikeness(one: string, other: string): NameLikeness {
  if (isSameName(one, other)) return isSameName(withoutInitials(one), withoutInitials(other)) ? "same" : "close";
  return isClose(wordsOf(one), wordsOf(other)) ? "close" : "other";
}

/** "J Smith" may be many people. */
const withoutInitials = (name: string): string =>
  wordsOf(name)
    .filter((word) => !INITIAL.test(word))
    .join(" ");

const MOST_WORDS = 10;

/** Two words are the same, or one is and each other word of the shorter name is one of the longer with a slip of the pen. */
function isClose(some: readonly string[], others: readonly string[]): boolean {
  const [short, long] = some.length <= others.length ? [some, others] : [others, some];
  if (short.length < 2 || long.length > MOST_WORDS) return false;
  const rest = [...long];
  const unlike = short.filter((word) => !takes(rest, (found) => isSameWord(word, found)));
  const same = short.length - unlike.length;
  if (same >= 2) return true;
  return same === 1 && unlike.every((word) => takes(rest, (found) => isSlip(bareWord(word), bareWord(found))));
}

/** Each word counts once. */
function takes(words: string[], isIt: (word: string) => boolean): boolean {
  const place = words.findIndex(isIt);
  if (place >= 0) words.splice(place, 1);
  return place >= 0;
}

/** Of a short word one letter, of a long one two: missing, added, changed, or changed places. */
function isSlip(one: string, other: string): boolean {
  const length = Math.max(one.length, other.length);
  return length >= 4 && distanceOf(one, other) <= (length >= 8 ? 2 : 1);
}

function distanceOf(one: string, other: string): number {
  const [from, to] = [[...one], [...other]];
  const rows = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i += 1) {
    const [last = [], before = []] = [rows[i - 1], rows[i - 2]];
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const changed = (last[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : changed;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, changed, swapped));
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
