/** After what moved coins the user's live channel carries their balances and what is new in their history: once a batch for each. */
import { type TradeEvent, WALLET_EVENTS, type WalletEvent } from "#contract/platform/events.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { LivePost } from "../../platform/events/live.ts";
import { findUsersById } from "../../people/accounts/index.ts";
import { type BriefTrade, briefTrades, escrowSubject } from "../../market/trades/index.ts";
import { changedTransactions } from "./list-transactions.ts";
import type { ShownJournal } from "./transaction-rows.ts";
import { viewBalancesOf } from "./view-balances.ts";

/** Events of trades that lock coins, release them or give them back. */
export const COINS_MOVED = [
  "trade.open",
  "trade.fund",
  "trade.release",
  "trade.cancel",
  "trade.expire",
  "trade.award_buyer",
  "trade.award_seller",
  "trade.reopen",
] as const satisfies readonly TradeEvent[];
const TO_BUYER: readonly string[] = ["trade.release", "trade.award_buyer"];

const OWN_JOURNALS: Readonly<Partial<Record<MovingEvent, readonly string[]>>> = {
  "wallet.bond_deposited": ["bond_deposit"],
  "wallet.bond_returned": ["bond_return"],
  "wallet.reward_claimed": ["reward_claim"],
  "wallet.hedge_converted": ["conversion"],
  "wallet.order_paid": ["provider_pay", "ramp_sell"],
  "wallet.order_settled": ["provider_done"],
  "wallet.order_returned": ["provider_return"],
  "wallet.ramp_bought": ["ramp_bought"],
  "wallet.ramp_sold": ["ramp_paid"],
  "wallet.ramp_returned": ["ramp_return", "ramp_return_late"],
  "wallet.card_topped_up": ["card_top_up"],
  "wallet.card_withdrawn": ["card_withdraw"],
  "wallet.lightning_received": ["ln_in", "ln_internal"],
  "wallet.lightning_paying": ["ln_reserve"],
  "wallet.lightning_sent": ["ln_settle", "ln_internal"],
  "wallet.lightning_returned": ["ln_return"],
  "wallet.gift_card_redeemed": ["card_redeem"],
  "wallet.gift_card_refunded": ["store_refund"],
};

type MovingEvent = WalletEvent | (typeof COINS_MOVED)[number];
const TRADE_JOURNALS = ["trade_lock", "trade_release", "trade_return", "trade_split", "trade_cashback"];

export async function pushWallet(tx: Tx, events: readonly StoredEvent<MovingEvent>[]): Promise<LivePost[]> {
  const trades = await briefTrades(
    tx,
    events.filter((event) => !isOfWallet(event)).map(({ subject }) => subject),
  );
  const causes = causesByUser(events, trades);
  const users = [...(await findUsersById(tx, [...causes.keys()])).values()];
  return [
    {
      channels: users.map(({ external_id }) => `user:${external_id}`),
      async bodies(read) {
        const wanted = users.map(({ id, currency_code }) => ({ userId: id, fiat: currency_code }));
        const [balances, lines] = await Promise.all([
          viewBalancesOf(read, wanted),
          changedTransactions(read, {
            hashes: events.filter(isOfWallet).map(({ subject }) => subject),
            journals: journalsOf(events, trades),
          }),
        ]);
        return users.flatMap(({ id }, index) => {
          const [cause, held] = [causes.get(id), balances[index]];
          return cause && held ? [{ type: "wallet.changed", cause, balances: held, lines: lines.get(id) ?? [] }] : [];
        });
      },
    },
  ];
}

type Trades = ReadonlyMap<string, BriefTrade>;

/** The users whose coins were moved, with the last cause. */
function causesByUser(events: readonly StoredEvent<MovingEvent>[], trades: Trades): Map<bigint, MovingEvent> {
  const causes = new Map<bigint, MovingEvent>();
  for (const event of events) {
    if (isOfWallet(event)) causes.set(BigInt(event.payload.userId), event.type);
    const trade = isOfWallet(event) ? undefined : trades.get(event.subject);
    if (!trade) continue;
    causes.set(trade.seller_id, event.type);
    if (TO_BUYER.includes(event.type) || trade.buyer_share_units !== null) causes.set(trade.buyer_id, event.type);
  }
  return causes;
}

/** What the history shows of conversions, and of these trades in the rounds that are delivered. */
function journalsOf(events: readonly StoredEvent<MovingEvent>[], trades: Trades): ShownJournal[] {
  const conversions = events.filter(({ type }) => type === "wallet.conversion").map(({ subject }) => subject);
  const corrected = events.filter(({ type }) => type === "wallet.correction").map(({ subject }) => subject);
  return [
    ...events.flatMap(({ type, subject }) =>
      (OWN_JOURNALS[type] ?? []).map((kind) => ({ kind, subject, reference: subject })),
    ),
    ...conversions.map((hash) => ({ kind: "conversion", subject: hash, reference: hash })),
    ...corrected.map((subject) => ({ kind: "manual", subject, reference: caseOf(subject) })),
    ...[...trades.values()].flatMap((trade) =>
      roundsOf(events, trade).flatMap((round) =>
        TRADE_JOURNALS.map((kind) => ({ kind, subject: escrowSubject({ ...trade, round }), reference: trade.hash })),
      ),
    ),
  ];
}

/** A manual journal's subject ends with its case. */
const caseOf = (subject: string) => subject.slice(subject.lastIndexOf(":") + 1);

/** The current round of a trade, and earlier ones that ended in this list: nothing else delivers their last lines. */
function roundsOf(events: readonly StoredEvent<MovingEvent>[], { hash, round }: BriefTrade): number[] {
  const own = events.filter(({ subject }) => subject === hash);
  const reopened = own.slice(1).filter(({ type }) => type === "trade.reopen").length;
  return Array.from({ length: reopened + 1 }, (_, back) => round - back);
}

function isOfWallet(event: StoredEvent<MovingEvent>): event is StoredEvent<WalletEvent> {
  return (WALLET_EVENTS as readonly string[]).includes(event.type);
}
