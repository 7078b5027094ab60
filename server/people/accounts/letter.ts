/** Emails to users, in their language: with their anti-phishing phrase, and what we never ask for. */
import { type Locale, localeOf } from "#contract/platform/locales.ts";
import { pathOf } from "#contract/platform/paths.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { textOf } from "../../platform/texts.ts";
import { openPersonal, phraseOf, type UserRow } from "./rows.ts";

/** The language of a user's emails. */
export function languageOf({ locale }: Pick<UserRow, "locale">): Locale {
  return localeOf(locale);
}

export type Letter = Pick<Mail, "subject" | "dedupeKey" | "unsubscribe"> & { readonly paragraphs: readonly string[] };

/** Where support answers, also people who cannot sign in: emails ask people to write there. */
export function supportLine(lang: Locale): string {
  return textOf("emails.frame.support", lang, { link: `{origin}${pathOf(lang, "support", undefined)}` });
}

/** To the confirmed address of the account: an unconfirmed one may be a stranger's. */
export function letterTo(user: UserRow, { subject, paragraphs, dedupeKey, unsubscribe }: Letter): Mail {
  const lang = languageOf(user);
  const phrase = phraseOf(user);
  const parts = [
    textOf("emails.frame.hello", lang, { name: user.username }),
    ...(phrase ? [textOf("emails.frame.phrase", lang, { phrase })] : []),
    ...paragraphs,
    textOf("emails.frame.never", lang),
    supportLine(lang),
    ...(unsubscribe ? [textOf("emails.frame.stop", lang, { link: "{stop}" })] : []),
  ];
  return { to: openPersonal(user).email, subject, text: `${parts.join("\n\n")}\n`, lang, unsubscribe, dedupeKey };
}
