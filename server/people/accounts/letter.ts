/** Emails to somebody with an account, in their language: with their anti-phishing phrase, and what we never ask for. */
import { BRAND } from "#contract/platform/brand.ts";
import type { Locale } from "#contract/platform/locales.ts";
import mailTexts from "#contract/reach/mail-texts.json" with { type: "json" };
import type { Mail } from "../../platform/mail/mail.ts";
import { openPersonal, phraseOf, type UserRow } from "./rows.ts";

/** One text in every language. */
export type MailText = Readonly<Record<Locale, string>>;

/** Fills in the values in braces, and our own name; {origin} is left for the mail module. */
export function mailText(text: MailText, locale: Locale, values?: Readonly<Record<string, string | number>>): string {
  const { whole, parts } = partsOf(text[locale]);
  if (!values || parts.length === 1) return whole;
  let filled = "";
  for (const [index, part] of parts.entries()) filled += index % 2 === 0 ? part : (values[part] ?? `{${part}}`);
  return filled;
}

/**
 * Parsed once, because lists of emails are written in bulk: texts alternate with the names of the placeholders between them.
 */
const taken = new Map<string, Taken>();
type Taken = { readonly whole: string; readonly parts: readonly string[] };

function partsOf(text: string): Taken {
  const known = taken.get(text);
  if (known) return known;
  const whole = text.replaceAll("{brand}", BRAND);
  const made = { whole, parts: whole.split(/\{(\w+)\}/) };
  taken.set(text, made);
  return made;
}

/** The language of somebody's emails. */
export function languageOf({ locale }: Pick<UserRow, "locale">): Locale {
  return locale === "es" || locale === "ar" ? locale : "en";
}

export type Letter = Pick<Mail, "subject" | "dedupeKey" | "unsubscribe"> & { readonly paragraphs: readonly string[] };

/** To the address as the account has it, which somebody confirmed: an unconfirmed one may be a stranger's. */
export function letterTo(user: UserRow, { subject, paragraphs, dedupeKey, unsubscribe }: Letter): Mail {
  const lang = languageOf(user);
  const { frame } = mailTexts;
  const phrase = phraseOf(user);
  const parts = [
    mailText(frame.hello, lang, { name: user.username }),
    ...(phrase ? [mailText(frame.phrase, lang, { phrase })] : []),
    ...paragraphs,
    mailText(frame.never, lang),
    ...(unsubscribe ? [mailText(frame.stop, lang, { link: "{stop}" })] : []),
  ];
  return { to: openPersonal(user).email, subject, text: `${parts.join("\n\n")}\n`, lang, unsubscribe, dedupeKey };
}
