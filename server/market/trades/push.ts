/**
 * After every transition both sides' live channels carry what it changed, the same that GET returns without the rest, and
 * what its steps say in the conversation: one message for both.
 */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import type { TradeEvent, TradeNews } from "#contract/platform/events.ts";
import { isFinal } from "#contract/market/trades/trade/statuses.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { LiveBody, LivePost } from "../../platform/events/live.ts";
import { lastSeenOf } from "../../people/accounts/index.ts";
import { refreshReputation, settleBadges } from "../../people/reputation/index.ts";
import { closedBecause, linesOf, unreadOfEach } from "../chat/index.ts";
import { refreshOwnerFacts } from "../offers/index.ts";
import { listedTrade } from "./views/lists.ts";
import { briefTrades, findTrades, type SideRow, sidesOf, type TradeRow, transitionsOf } from "./rows.ts";
import { readerOf } from "./trade-times.ts";
import { cardsOf, releaseHalts, viewChange } from "./views/view-trade.ts";

export async function pushTrade(tx: Tx, events: readonly StoredEvent<TradeNews>[]): Promise<LivePost[]> {
  const trades = await findTrades(
    tx,
    events.map(({ subject }) => subject),
  );
  const sides = await sidesOf(
    tx,
    [...trades.values()].flatMap(({ buyer_id, seller_id }) => [buyer_id, seller_id]),
  );
  // Of several steps at once only where they led is of interest, and what each of them says.
  const changes = [...Map.groupBy(events, ({ subject }) => subject)].flatMap(([hash, ofTrade]): Change[] => {
    const trade = trades.get(hash);
    const [buyer, seller] = [sides.get(trade?.buyer_id ?? 0n), sides.get(trade?.seller_id ?? 0n)];
    if (!trade || !buyer || !seller) return [];
    return [
      { events: ofTrade, trade, viewer: buyer, other: seller },
      { events: ofTrade, trade, viewer: seller, other: buyer },
    ];
  });
  return [
    {
      channels: changes.map(({ viewer }) => `user:${viewer.external_id}`),
      bodies: (read) => changesFor(read, changes),
    },
  ];
}

type Change = {
  /** At least one. */
  readonly events: readonly StoredEvent<TradeNews>[];
  readonly trade: TradeRow;
  readonly viewer: SideRow;
  readonly other: SideRow;
};

async function changesFor(tx: ReadTx, changes: readonly Change[]): Promise<LiveBody[]> {
  const [written, unread, cards, halts] = await Promise.all([
    transitionsOf(tx, [...new Set(changes.map(({ trade }) => trade.id))]),
    unreadOfEach(
      tx,
      changes.map(({ trade, viewer }) => ({ userId: viewer.id, tradeId: trade.id, isSide: true })),
    ),
    cardsOf(
      tx,
      changes.map(({ trade }) => trade),
    ),
    releaseHalts(tx),
  ]);
  const transitions = Map.groupBy(written, ({ trade_id }) => trade_id);
  return changes.map(({ events, trade, viewer, other }, index) => {
    const around = {
      now: tx.now,
      reader: readerOf(viewer),
      halts,
      transitions: transitions.get(trade.id) ?? [],
      unread: unread[index] ?? 0,
      card: cards.get(trade.id),
    };
    const counterparty = { username: other.username, isOnline: lastSeenOf(other.last_seen_at, tx.now).isOnline };
    return {
      type: "trade.changed",
      cause: (events.at(-1) as StoredEvent<TradeNews>).type,
      tradeHash: trade.hash,
      change: viewChange({ trade, viewerId: viewer.id }, around),
      listed: isFinal(trade.status)
        ? null
        : listedTrade(trade, { userId: viewer.id, counterparty, unread: around.unread }),
      lines: linesOf(events, { steps: around.transitions, trade }),
      blockReason: closedBecause({ ...trade, is_talk_over: false }),
    };
  });
}

/**
 * A trade has ended: reads the counts of its sides anew, and updates the copies on their offers (rank, release time). No other
 * transaction counts them meanwhile: each delivery to a user locks their live channel before this runs.
 */
export async function followFigures(tx: Tx, events: readonly StoredEvent<TradeEvent>[]): Promise<[]> {
  const trades = await briefTrades(
    tx,
    events.map(({ subject }) => subject),
  );
  const ended = [...trades.values()].filter(({ status }) => isFinal(status));
  const sides = [...new Set(ended.flatMap(({ buyer_id, seller_id }) => [buyer_id, seller_id]))];
  await refreshReputation(tx, sides);
  await settleBadges(tx, sides);
  await refreshOwnerFacts(tx, sides);
  return [];
}
