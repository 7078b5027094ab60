/** What a notification says where there is room for a line: its title, and what it is about. */
import type { Locale } from "#contract/platform/locales.ts";
import { amountText } from "#contract/money/money-text.ts";
import mailTexts from "#contract/reach/mail-texts.json" with { type: "json" };
import texts from "#contract/reach/notification-texts.json" with { type: "json" };
import { mailText } from "../../people/accounts/index.ts";
import type { NotificationKind } from "../../platform/notification-kinds.ts";

export function titleOf(kind: NotificationKind, lang: Locale): string {
  return texts[kind].title[lang];
}

/** "1,250 USD for 0.001 BTC", an amount, how many messages, or nothing. */
export function whatOf({ fiat, crypto, unread }: Readonly<Record<string, string>>, lang: Locale): string {
  if (unread) return mailText(mailTexts.facts.unread, lang, { value: unread });
  const coins = amountText(lang, crypto ?? "");
  return fiat && crypto ? mailText(mailTexts.facts.what, lang, { fiat: amountText(lang, fiat), crypto: coins }) : coins;
}
