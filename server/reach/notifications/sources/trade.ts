/** Notifies the other side of an act in a trade, by the channels of its choice. */
import { isDisputed, isUnfunded, type TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import {
  type Events,
  TRADE_REMINDERS,
  type TradeEvent,
  type TradeFile,
  type TradeReminder,
} from "#contract/platform/events.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { amountText } from "#contract/money/money-text.ts";
import type { StoredEvent } from "../../../platform/app-ports.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { textOf } from "../../../platform/texts.ts";
import type { LivePost } from "../../../platform/events/live.ts";
import { divisionOf, findTrades, type TradeRow } from "../../../market/trades/index.ts";
import type { TradeNotification } from "../../../platform/notification-kinds.ts";
import { TRADE_KINDS } from "../kinds.ts";
import { type NotificationToSend, sendNotifications } from "../channels/sending/notification.ts";
import { whatOf } from "../short-texts.ts";

const BY_EVENT = new Map(
  TRADE_KINDS.flatMap(([kind, { from }]) => from.map((rule) => [rule.on, { kind, rule }] as const)),
);

const REMINDERS: readonly string[] = TRADE_REMINDERS;

type Notified = StoredEvent<TradeEvent | TradeReminder | TradeFile>;

export async function notifyTrade(tx: Tx, events: readonly Notified[]): Promise<LivePost[]> {
  const notified = events.filter(({ type }) => BY_EVENT.has(type));
  if (notified.length === 0) return [];
  const trades = await findTrades(
    tx,
    notified.map(({ subject }) => subject),
  );
  return sendNotifications(
    tx,
    notified.flatMap((event) => {
      const trade = trades.get(event.subject);
      // A buyer who has paid meanwhile is not reminded.
      const isOver =
        REMINDERS.includes(event.type) &&
        !isSameTurn((event.payload as Events["trade.ends_soon"]).status, trade?.status);
      return trade && !isOver ? noticesOf(event, trade) : [];
    }),
  );
}

/** The same is to be done by the same side: wherever the seller's coins are, and whether a first moderator has decided or not. */
function isSameTurn(before: TradeStatus, now: TradeStatus | undefined): boolean {
  if (now === undefined) return false;
  return before === now || (isUnfunded(before) && isUnfunded(now)) || (isDisputed(before) && isDisputed(now));
}

function noticesOf(event: Notified, trade: TradeRow): NotificationToSend[] {
  const found = BY_EVENT.get(event.type);
  if (!found) return [];
  const division = AWARDS.includes(event.type) ? divisionOf(trade, trade.buyer_share_units) : null;
  const details = {
    crypto: `${displayFromUnits(trade.units, CRYPTO[trade.crypto].digits)} ${trade.crypto}`,
    fiat: `${displayFromUnits(trade.fiat_units, trade.fiat_digits, { pad: true })} ${trade.fiat_code}`,
  };
  const kind = division ? "dispute_divided" : found.kind;
  return receiversOf(found.rule, event, trade).map((userId) => {
    const share = division && sharesOf(userId, trade, division);
    return {
      userId,
      kind,
      subject: trade.hash,
      details: share ? { ...details, share: share.own } : details,
      link: `/trade/${trade.hash}`,
      at: event.at,
      what: (lang) => whatOf(details, lang),
      facts: (lang) => [
        textOf("notifications.facts.trade", lang, { hash: trade.hash, what: whatOf(details, lang) }),
        ...(share
          ? [
              textOf("notifications.facts.shares", lang, {
                own: amountText(lang, share.own),
                other: amountText(lang, share.other),
              }),
            ]
          : []),
      ],
      mailKey: `event:${event.id}:${userId}`,
    };
  });
}

const AWARDS: readonly Notified["type"][] = ["trade.award_buyer", "trade.award_seller"];

type Division = NonNullable<ReturnType<typeof divisionOf>>;

/** The shares of a divided escrow: this side's and the other's. */
function sharesOf(userId: bigint, { buyer_id, crypto }: TradeRow, { buyer, seller }: Division) {
  const [own, other] = userId === buyer_id ? [buyer, seller] : [seller, buyer];
  return { own: `${own} ${crypto}`, other: `${other} ${crypto}` };
}

/** A side is not notified of its own act; what the clock or a moderator did goes to both. */
function receiversOf({ to }: TradeNotification, { payload }: Notified, trade: TradeRow): bigint[] {
  if (to === "owner") return [trade.owner_id];
  if (to === "seller") return [trade.seller_id];
  const actor = "actor" in payload ? payload.actor : undefined;
  if (actor === "buyer") return [trade.seller_id];
  return actor === "seller" ? [trade.buyer_id] : [trade.buyer_id, trade.seller_id];
}
