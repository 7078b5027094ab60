/** What a notification says where there is room for a line: its title, and what it is about. */
import type { Locale } from "#contract/platform/locales.ts";
import { amountText } from "#contract/money/money-text.ts";
import type { NotificationKind } from "../../platform/notification-kinds.ts";
import { findText, textOf } from "../../platform/texts.ts";

export function titleOf(kind: NotificationKind, lang: Locale): string {
  return textOf(`notifications.title.${kind}`, lang);
}

/** Why nothing happened. */
export const reasonText = (why: string, lang: Locale): string => findText(`notices.why.${why}`, lang) ?? why;

/** "1,250 USD for 0.001 BTC", an amount, why nothing happened, how many messages or by whom, or nothing. */
export function whatOf({ fiat, crypto, unread, from, why }: Readonly<Record<string, string>>, lang: Locale): string {
  if (unread) return textOf("notifications.facts.unread", lang, { value: unread });
  if (from) return textOf("notifications.facts.message_from", lang, { value: from });
  if (why) return reasonText(why, lang);
  const coins = amountText(lang, crypto ?? "");
  return fiat && crypto
    ? textOf("notifications.facts.what", lang, { fiat: amountText(lang, fiat), crypto: coins })
    : coins;
}
