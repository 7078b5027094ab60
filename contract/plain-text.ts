/**
 * What people write, without what nobody can see: characters that turn the direction of the text around them, have no
 * width, or steer a terminal. With them "paypal" is not "paypal", and the end of a sentence stands at its beginning.
 */

/** A quick look: most texts have none of these. The line break is the one control character that stays. */
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\uFFF9-\uFFFB]/u;

/** Scripts in whose words a joiner, or its opposite, is part of the spelling. */
const JOINING =
  "Arabic Syriac Mongolian Nko Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan";

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
    "(?<=\\p{Script=Han})[\\u{E0100}-\\u{E01EF}]",
    "(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]",
  ];
  return { each: new RegExp(`(?!\\n)${UNSEEN.source}`, "gu"), inPlace: new RegExp(places.join("|"), "gu") };
}

export function hasUnseen(text: string): boolean {
  patterns ??= made();
  return new RegExp(patterns.each.source, "u").test(text);
}

/** Line ends become \n, tabs spaces; the rest of what is unseen goes, unless the spelling of its language needs it there. */
export function plainText(text: string): string {
  if (!UNSEEN.test(text)) return text;
  patterns ??= made();
  const { each, inPlace } = patterns;
  const lines = text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n").replace(/\t/g, " ");
  const kept = new Set([...lines.matchAll(inPlace)].map(({ index }) => index));
  return lines.replace(each, (character, index: number) => (kept.has(index) ? character : ""));
}
