/**
 * What to beware of in a message: contact details, links, the wish to leave the platform or to release first. Pure, and
 * linear in the text: no pattern begins with a run of any length, and every gap has a bound.
 */
import { BRAND } from "#contract/platform/brand.ts";
import { hasEmail, plainSigns } from "../../platform/words/contact-details.ts";
import { hasPhoneNumber } from "../../platform/words/phone-words.ts";

export type TextWarning = "contact" | "link" | "release_first" | "off_platform" | "not_platform";

const LINK = /https?:\/\/|www\.|[a-z0-9-]{2}\.(?:com|net|org|io|me|xyz|ru|cn|info|app|top|site|online|link)\b/i;
const MESSENGER =
  /\b(?:whats\s?app|telegram|t\.me|signal\s+app|wechat|viber|skype|discord|snapchat|instagram|facebook\s+messenger)\b/i;
const OFF_PLATFORM =
  /\b(?:outside|off)\s+(?:of\s+)?(?:the\s+)?(?:platform|escrow|parley|site)\b|\bcancel\b.{0,40}\b(?:outside|direct(?:ly)?|privately)\b|\bdirect\s+(?:deal|trade)\b/i;
const RELEASE_FIRST =
  /\brelease\b.{0,30}\b(?:first|now|before|immediately|asap|quick(?:ly)?)\b|\bfirst\s+release\b|\b(?:support|moderator|parley)\b.{0,30}\b(?:says?|asks?|wants?|told)\b.{0,30}\brelease\b|\bfunds?\s+(?:are\s+)?(?:held|on hold)\b.{0,60}\brelease\b|\bverification\s+code\b|\bsend\s+me\s+(?:the|your)\s+code\b/i;

const OFFICES =
  "system|support|staff|moderators?|admin(?:istrator)?s?|escrow|security|compliance|notification|notice|automatic message|" +
  "sistema|soporte|moderador(?:es)?|administrador(?:es)?|seguridad|aviso|notificaci[oó]n|" +
  "النظام|الدعم|المشرف|الإدارة|الأمان|إشعار|تنبيه";
/**
 * A line that begins as if somebody of the platform spoke: "— Parley system:", "[SUPPORT]", "*Moderator* -". Letters of
 * other alphabets that look Latin are read as Latin ones first.
 */
const POSES = new RegExp(
  `^[^\\p{L}\\p{N}\\n]{0,20}(?:(?:the |from |de )?${BRAND}(?:[ .'’_-]{0,3}(?:team|bot|${OFFICES}))?|(?:${OFFICES})(?: (?:${OFFICES}))?)[^\\p{L}\\p{N}\\n]{0,5}[:：\\]】)>|—–-]`,
  "imu",
);
const LATIN_LOOKS: Readonly<Record<string, string>> = Object.fromEntries(
  [..."аaеeоoрpсcуyхxіiѕsмmтtкkнhвbԁdαaοoρpεeιiτtκkνv"].flatMap((letter, at, all) =>
    at % 2 === 0 ? [[letter, all[at + 1] ?? letter]] : [],
  ),
);

export function warningsOf(text: string): TextWarning[] {
  const folded = text.normalize("NFKC").replace(/[\u200b-\u200f\u2060\ufeff]/g, "");
  const found: TextWarning[] = [];
  const plain = plainSigns(text);
  if (hasEmail(plain) || hasPhoneNumber(plain) || MESSENGER.test(folded)) found.push("contact");
  if (LINK.test(folded)) found.push("link");
  if (RELEASE_FIRST.test(folded)) found.push("release_first");
  if (OFF_PLATFORM.test(folded)) found.push("off_platform");
  const latin = folded.toLowerCase().replace(/[а-яіѕԁα-ω]/g, (letter) => LATIN_LOOKS[letter] ?? letter);
  if (POSES.test(folded) || POSES.test(latin)) found.push("not_platform");
  return found;
}
