/** Coins that come and go, for their owner. */
import type { WalletEvent } from "#contract/platform/events.ts";
import { amountText } from "#contract/money/money-text.ts";
import type { StoredEvent } from "../../../platform/app-ports.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { textOf } from "../../../platform/texts.ts";
import type { LivePost } from "../../../platform/events/live.ts";
import { reasonText } from "../short-texts.ts";
import { WALLET_KINDS } from "../kinds.ts";
import { type NotificationToSend, sendNotifications } from "../channels/sending/notification.ts";

const RULES = WALLET_KINDS.map(([kind, rule]) => ({ kind, ...rule }));

export async function notifyWallet(tx: Tx, events: readonly StoredEvent<WalletEvent>[]): Promise<LivePost[]> {
  return sendNotifications(tx, events.flatMap(noticesOf));
}

function noticesOf(event: StoredEvent<WalletEvent>): NotificationToSend[] {
  const { userId, cryptoCurrencyCode, amount, status } = event.payload;
  const rule = RULES.find((one) => one.on === event.type && (one.status === undefined || one.status === status));
  if (!rule) return [];
  // A rule's day may come without coins.
  const crypto = amount === "0" ? undefined : `${amount} ${cryptoCurrencyCode}`;
  const why = rule.hasReason ? status : undefined;
  return [
    {
      userId: BigInt(userId),
      kind: rule.kind,
      subject: event.subject,
      details: { ...(crypto && { crypto }), ...(why && { why }) },
      link: rule.link ?? "/wallet",
      at: event.at,
      what: (lang) => (why ? reasonText(why, lang) : amountText(lang, crypto ?? "")),
      facts: (lang) => [
        ...(crypto ? [textOf("notifications.facts.amount", lang, { value: amountText(lang, crypto) })] : []),
        ...(why ? [textOf("notifications.facts.reason", lang, { value: reasonText(why, lang) })] : []),
      ],
      mailKey: `event:${event.id}:${userId}`,
    },
  ];
}
