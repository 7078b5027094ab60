/**
 * Removes invisible characters from user text: characters that change the direction of the text around them, have no
 * width, or control a terminal. With them "paypal" is not "paypal", and the end of a sentence appears at its beginning.
 */
import { letters } from "./letters.ts";

/** A quick look: most texts have none of these. The line break is the one control character that stays. */
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\uFFF9-\uFFFB]/u;

/** Scripts that spell words with joiners or non-joiners. */
const JOINING =
  "Arabic Syriac Mandaic Mongolian Nko Adlam Hanifi_Rohingya Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada " +
  "Malayalam Sinhala Khmer Myanmar Tibetan Javanese Balinese Sundanese Chakma";
/** A joiner after one of these chooses the form of the last letter of a word. */
const VIRAMAS = "\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA";
/** Flags that systems draw: of England, Scotland, Wales and Texas. No others, because tags can hide any text. */
const TAGGED_FLAGS = ["gbeng", "gbsct", "gbwls", "ustx"];

/** Made when first asked for: most pages and most texts need none of it. */
let patterns: { readonly each: RegExp; readonly inPlace: RegExp } | undefined;

/** Each unseen character but the line break, and everything unseen that has its place, at that place. */
function made() {
  const scripts = JOINING.split(" ").map((script) => `\\p{Script_Extensions=${script}}`);
  const letter = `(?=[\\p{L}\\p{M}])[${scripts.join("")}]`;
  const picture = "\\p{Extended_Pictographic}";
  const places = [
    `(?<=${letter})[\\u200C\\u200D](?=${letter})`,
    `(?<=${picture}[\\uFE0F\\p{Emoji_Modifier}]?)\\u200D(?=${picture})`,
    "(?<=\\p{Emoji})[\\uFE0E\\uFE0F]",
    "(?<=\\p{Script=Han})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]",
    "(?<=\\p{Script=Myanmar})\\uFE00",
    `(?<=[${VIRAMAS}\\u0647\\u06BE])\\u200D`,
    `(?<=\\u{1F3F4})(?:${TAGGED_FLAGS.map(tagsOf).join("|")})\\u{E007F}`,
    "(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]",
  ];
  return { each: new RegExp(`(?!\\n)${UNSEEN.source}`, "gu"), inPlace: new RegExp(places.join("|"), "gu") };
}

const tagsOf = (word: string) =>
  [...word].map((letter) => `\\u{${(0xe0000 + letter.charCodeAt(0)).toString(16)}}`).join("");

/** Line ends become \n, tabs spaces; the rest of what is unseen goes, unless the spelling of its language needs it there. */
export function plainText(text: string): string {
  if (!UNSEEN.test(text)) return text;
  patterns ??= made();
  const { each, inPlace } = patterns;
  const lines = text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n").replace(/\t/g, " ");
  const kept = new Set<number>();
  for (const { 0: match, index } of lines.matchAll(inPlace))
    for (let at = 0; at < match.length; at += 1) kept.add(index + at);
  return lines.replace(each, (character, index: number) => (kept.has(index) ? character : ""));
}

// Beside spaces: the empty Braille cell, empty hieroglyphs, the empty note.
const SPACES = "\\s\\p{Z}\\u2800\\uFFFC\\u{1D159}\\u{13441}\\u{13442}";
let blanks: { readonly run: RegExp; readonly ends: RegExp; readonly only: RegExp } | undefined;

function blankPatterns() {
  blanks ??= {
    run: new RegExp(`[${SPACES}]+`, "gu"),
    ends: new RegExp(`^[${SPACES}]+|[${SPACES}]+$`, "gu"),
    // Code points of pictures that are still to come have no picture in this version of Unicode.
    only: new RegExp(
      `^(?:(?!\\p{Extended_Pictographic})[${SPACES}\\p{C}\\p{M}\\p{Default_Ignorable_Code_Point}])*$`,
      "u",
    ),
  };
  return blanks;
}

/** Nothing that a reader can see: spaces of every kind, fillers, marks without a letter. */
export function isBlank(text: string): boolean {
  return blankPatterns().only.test(text);
}

/** Without the blanks at both ends; all of nothing is "". */
export function trimmed(text: string): string {
  return isBlank(text) ? "" : text.replace(blankPatterns().ends, "");
}

/** Letters, digits and signs that a reader can see, up to `most`; blanks between two of them count as one. */
export function seenLength(text: string, most = Number.POSITIVE_INFINITY): number {
  const plain = trimmed(text).replace(blankPatterns().run, " ");
  let length = 0;
  for (const letter of letters(plain)) {
    if (letter !== " " && isBlank(letter)) continue;
    length += 1;
    if (length >= most) break;
  }
  return length;
}

/** Whether a reader sees so many letters, once what cannot be seen is gone: what shapes of texts ask for, and the buttons before them. */
export function hasLetters(text: string, min: number): boolean {
  return seenLength(plainText(text), min) >= min;
}

/** The beginning of a text, of at most `most` UTF-16 units, which ends between two letters. */
export function startOf(text: string, most: number): string {
  if (text.length <= most) return text;
  let start = "";
  // A letter may be longer than any bound: of such a one nothing is kept.
  for (const letter of letters(text.slice(0, most + MOST_OF_A_LETTER))) {
    if (start.length + letter.length > most) break;
    start += letter;
  }
  return start;
}

const MOST_OF_A_LETTER = 64;

/** With the digits of every script as 0 to 9. */
export function latinDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, latinDigit);
}

const known = new Map<string, string>();

/** Digits come in runs of ten, from nought; several runs may follow each other. */
function latinDigit(digit: string): string {
  const found = known.get(digit);
  if (found) return found;
  const point = digit.codePointAt(0) ?? 0;
  let start = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  const value = String((point - start) % 10);
  known.set(digit, value);
  return value;
}
