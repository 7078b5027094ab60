/** What a notification says where there is room for a line: its title, and what it is about. */
import type { Locale } from "#contract/platform/locales.ts";
import { amountText } from "#contract/money/money-text.ts";
import type { NotificationKind } from "../../platform/notification-kinds.ts";
import { textOf } from "../../platform/texts.ts";

export function titleOf(kind: NotificationKind, lang: Locale): string {
  return textOf(`notifications.title.${kind}`, lang);
}

/** "1,250 USD for 0.001 BTC", an amount, how many messages or by whom, or nothing. */
export function whatOf({ fiat, crypto, unread, from }: Readonly<Record<string, string>>, lang: Locale): string {
  if (unread) return textOf("notifications.facts.unread", lang, { value: unread });
  if (from) return textOf("notifications.facts.message_from", lang, { value: from });
  const coins = amountText(lang, crypto ?? "");
  return fiat && crypto
    ? textOf("notifications.facts.what", lang, { fiat: amountText(lang, fiat), crypto: coins })
    : coins;
}
