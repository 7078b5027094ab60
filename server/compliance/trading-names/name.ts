/** The rules of a trading name: its form, and no likeness to the operator or to the staff. Pure. */
import { TRADING_NAME_LENGTHS } from "#contract/platform/lengths.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import { lookOf, namesStaff } from "../../people/accounts/index.ts";

/** No other signs: a check mark or a padlock beside a name would pass for one of ours. */
const FORM = /^(?=[\p{L}\p{N}])(?:[\p{L}\p{N}]\p{M}{0,3}|[ .,&'’()/+!·-])+$/u;
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;

/** A word is written in one of these, or in scripts that are written together. */
const SCRIPTS =
  "Latin Greek Cyrillic Armenian Georgian Hebrew Arabic Ethiopic Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada Malayalam Sinhala " +
  "Thai Lao Khmer Myanmar Han Hiragana Katakana Hangul Bopomofo";
const BY_SCRIPT = SCRIPTS.split(" ").map((name) => [name, new RegExp(`\\p{Script=${name}}`, "u")] as const);
const TOGETHER = [
  ["Han", "Hiragana", "Katakana"],
  ["Han", "Hangul"],
  ["Han", "Bopomofo"],
];

/** As it is kept: composed, without blanks at its ends and double ones. Refuses trading_name.form and .reserved. */
export function readTradingName(typed: string): string {
  const name = trimmed(typed.normalize("NFKC").replace(/\p{Zs}+/gu, " "));
  const length = [...name].length;
  const { least: min, most: max } = TRADING_NAME_LENGTHS;
  const fits = length >= min && length <= max && FORM.test(name) && !INVISIBLE.test(name) && /\p{L}/u.test(name);
  if (!fits || !wordsIn(name).every(isOfOneScript)) throw fieldRefusal("trading_name.form", "name", { min, max });
  if (namesStaff(name)) throw fieldRefusal("trading_name.reserved", "name");
  return name;
}

const wordsIn = (name: string): string[] => name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

function isOfOneScript(word: string): boolean {
  const scripts = new Set((word.match(/\p{L}/gu) ?? []).map(scriptOf));
  if (scripts.has(undefined)) return false;
  return scripts.size < 2 || TOGETHER.some((some) => [...scripts].every((one) => some.some((name) => name === one)));
}

/** Undefined of letters that no language of a customer is written in. Some letters belong to every script. */
const scriptOf = (letter: string): string | undefined =>
  BY_SCRIPT.find(([, script]) => script.test(letter))?.[0] ?? (/\p{Script=Common}/u.test(letter) ? "Latin" : undefined);

/** At the end of a legal name; nobody tells companies apart by them. */
const LEGAL_FORMS = new Set(
  "ltd limited llc llp lp plc inc incorporated corp corporation co company gmbh ag kg ug ohg sa sas sarl srl sl spa bv nv ab as oy aps pty pte sdn bhd kft doo".split(
    " ",
  ),
);

/** Names of companies with one look look alike: without their legal forms. */
export function companyLook(name: string): string {
  const words = wordsIn(name.replace(/(?<=\p{L})\./gu, ""));
  while (words.length > 1 && LEGAL_FORMS.has(words.at(-1)?.toLowerCase() ?? "")) words.pop();
  return lookOf(words.join(" "));
}
