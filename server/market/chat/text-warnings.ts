/**
 * What to beware of in a message: contact details, links, the wish to leave the platform or to release first. Pure, and
 * linear in the text: no pattern begins with a run of any length, and every gap has a bound.
 */
export type TextWarning = "contact" | "link" | "release_first" | "off_platform";

const EMAIL =
  /[\w.+-]{2}\s{0,5}(?:@|\(at\)|\[at\]|\sat\s)\s{0,5}[\w-]{2,63}\s{0,5}(?:\.|\(dot\)|\[dot\]|\sdot\s)\s{0,5}[a-z]{2}/i;
const LINK = /https?:\/\/|www\.|[a-z0-9-]{2}\.(?:com|net|org|io|me|xyz|ru|cn|info|app|top|site|online|link)\b/i;
// Nine or more digits, but not an amount and not an IBAN or account number in groups behind its word.
const PHONE =
  /(?:\+|(?<!\d[ -]?)\b00)\d(?:[\s().-]{0,5}\d){7,14}\b|\b(?:call|phone|mobile|tel|whatsapp)\b\D{0,12}\d(?:[\s().-]{0,5}\d){6,14}/i;
const MESSENGER =
  /\b(?:whats\s?app|telegram|t\.me|signal\s+app|wechat|viber|skype|discord|snapchat|instagram|facebook\s+messenger)\b/i;
const OFF_PLATFORM =
  /\b(?:outside|off)\s+(?:of\s+)?(?:the\s+)?(?:platform|escrow|parley|site)\b|\bcancel\b.{0,40}\b(?:outside|direct(?:ly)?|privately)\b|\bdirect\s+(?:deal|trade)\b/i;
const RELEASE_FIRST =
  /\brelease\b.{0,30}\b(?:first|now|before|immediately|asap|quick(?:ly)?)\b|\bfirst\s+release\b|\b(?:support|moderator|parley)\b.{0,30}\b(?:says?|asks?|wants?|told)\b.{0,30}\brelease\b|\bfunds?\s+(?:are\s+)?(?:held|on hold)\b.{0,60}\brelease\b|\bverification\s+code\b|\bsend\s+me\s+(?:the|your)\s+code\b/i;

export function warningsOf(text: string): TextWarning[] {
  const folded = text.normalize("NFKC").replace(/[\u200b-\u200f\u2060\ufeff]/g, "");
  const found: TextWarning[] = [];
  if (EMAIL.test(folded) || PHONE.test(folded) || MESSENGER.test(folded)) found.push("contact");
  if (LINK.test(folded)) found.push("link");
  if (RELEASE_FIRST.test(folded)) found.push("release_first");
  if (OFF_PLATFORM.test(folded)) found.push("off_platform");
  return found;
}
