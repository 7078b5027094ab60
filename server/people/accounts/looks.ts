/** What names look like: letters of one look are one letter. Readers cannot distinguish names that look alike. Pure. */
import { latinDigits } from "#contract/platform/plain-text.ts";
import { BRAND } from "#contract/platform/brand.ts";

/** Dashes are nothing. The first four as username_skeleton() in the database does it. */
export function skeletonOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[_-]/g, "")
    .replace(/0/g, "o")
    .replace(/[1l]/g, "i")
    .replace(/3/g, "e")
    .replace(/5/g, "s")
    .replace(/4/g, "a")
    .replace(/7/g, "t")
    .replace(/rn/g, "m")
    .replace(/vv/g, "w");
}

/** Letters of other scripts, and Latin ones with no parts, that look like a Latin letter. */
const ALIKE: Readonly<Record<string, string>> = lettersBy(
  ...(["A ΑАᎪ", "B ΒВᏴ", "C СϹ", "E ΕЕᎬ", "G ԌᏀ", "H ΗНᎻ", "I ΙІӀ", "J ЈᎫ", "K ΚКᏦ", "M ΜМᎷ", "N Ν"] as const),
  ...(["O ΟОՕ", "P ΡРᏢ", "S ЅᏚՏ", "T ΤТᎢ", "W ԜᎳ", "X ΧХ", "Y ΥУҮ", "Z ΖᏃ"] as const),
  ...([
    "a аαɑ",
    "b ЬЪьъƅ",
    "c сϲ",
    "d ԁɗđ",
    "e еεəє",
    "f ƒ",
    "g ɡց",
    "h һհ",
    "i іιıӏɩ",
    "j јϳ",
    "k кκ",
    "l łƚ",
  ] as const),
  ...([
    "m м",
    "n пηո",
    "o оοσօøө",
    "p рρ",
    "q ԛգ",
    "r гᴦ",
    "s ѕꜱ",
    "t тτŧ",
    "u υսʋц",
    "v νѵ",
    "w ѡωԝш",
    "x хχ",
  ] as const),
  ...(["y уγүʏ", "z ᴢ"] as const),
  ...["ss ß", "ae æ", "oe œ"],
);

function lettersBy(...lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [latin = "", others = ""] = line.split(" ");
      return [...others].map((letter) => [letter, latin]);
    }),
  );
}

/** Of a name of any script and with any signs: accents, spaces and signs are nothing. */
export function lookOf(name: string): string {
  const plain = latinDigits(name.normalize("NFKD").replace(/\p{M}/gu, ""));
  return skeletonOf(
    [...plain]
      .map((letter) => ALIKE[letter] ?? ALIKE[letter.toLowerCase()] ?? letter)
      .join("")
      .replace(/[^\p{L}\p{N}]/gu, ""),
  );
}

const words = (list: string) => list.split(" ").map(skeletonOf);

/** Reserved at any position. */
const OURS = words(BRAND.toLowerCase());
/** Reserved at the beginning and at the end. */
const OF_STAFF = words("admin moderator support helpdesk official");
/** Reserved as a word. */
const OF_OFFICE = words("mod staff escrow security dispute disputes compliance arbiter arbitrator");
/** Reserved as the whole name. */
const WHOLE = words("help helpdesk system root bot robot team payments null undefined anonymous me");

type Looks = { readonly wholes: readonly string[]; readonly words: readonly string[] };

/** Whether a name of these looks passes for one of the operator's or of the staff. */
export function looksLikeStaff({ wholes, words: parts }: Looks): boolean {
  return (
    wholes.some((look) => OURS.some((word) => look.includes(word))) ||
    wholes.some((look) => OF_STAFF.some((word) => look.startsWith(word) || look.endsWith(word))) ||
    [...parts, ...wholes].some((look) => OF_OFFICE.includes(look)) ||
    wholes.some((look) => WHOLE.includes(look))
  );
}

/** Of a name of several words: each of them may begin or end with a word of the staff as little as the whole. */
export function namesStaff(name: string): boolean {
  const parts = name.split(/[^\p{L}\p{M}\p{N}]+/u).map(lookOf);
  const startsOrEnds = (look: string) => OF_STAFF.some((word) => look.startsWith(word) || look.endsWith(word));
  return looksLikeStaff({ wholes: [lookOf(name)], words: parts }) || parts.some(startsOrEnds);
}
