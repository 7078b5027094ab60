/** Coins that come and go, for their owner. */
import type { WalletEvent } from "#contract/platform/events.ts";
import { amountText } from "#contract/money/money-text.ts";
import type { StoredEvent } from "../../../platform/app-ports.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { textOf } from "../../../platform/texts.ts";
import type { LivePost } from "../../../platform/events/live.ts";
import { WALLET_KINDS } from "../kinds.ts";
import { type NotificationToSend, sendNotifications } from "../channels/send-notification.ts";

const RULES = WALLET_KINDS.map(([kind, rule]) => ({ kind, ...rule }));

export async function notifyWallet(tx: Tx, events: readonly StoredEvent<WalletEvent>[]): Promise<LivePost[]> {
  return sendNotifications(tx, events.flatMap(noticesOf));
}

function noticesOf(event: StoredEvent<WalletEvent>): NotificationToSend[] {
  const { userId, cryptoCurrencyCode, amount, status } = event.payload;
  const rule = RULES.find((one) => one.on === event.type && (one.status === undefined || one.status === status));
  if (!rule) return [];
  const crypto = `${amount} ${cryptoCurrencyCode}`;
  return [
    {
      userId: BigInt(userId),
      kind: rule.kind,
      subject: event.subject,
      details: { crypto },
      link: rule.link ?? "/wallet",
      at: event.at,
      what: (lang) => amountText(lang, crypto),
      facts: (lang) => [textOf("notifications.facts.amount", lang, { value: amountText(lang, crypto) })],
      mailKey: `event:${event.id}:${userId}`,
    },
  ];
}
