/** Invariants of spot markets: what orders hold, what they traded, and that the log gives the book; see docs/invariants.md. */
import { type ReadTx, sql } from "../../platform/postgres/db.ts";
import type { InvariantCheck } from "../../money/ledger/index.ts";
import { replayLogs } from "./matching/replay-log.ts";

export const SPOT_CHECKS: readonly InvariantCheck[] = [
  { id: "S1", find: heldByOrders, findSince: heldByOrders },
  { id: "S2", find: (tx) => ordersFollowFills(tx), findSince: (tx) => ordersFollowFills(tx, LATELY) },
  { id: "S3", find: (tx) => candlesFollowFills(tx), findSince: (tx) => candlesFollowFills(tx, LATELY) },
  { id: "S3", find: fillsHaveNoGap, findSince: fillsHaveNoGap },
  { id: "S4", find: bidsBelowAsks, findSince: bidsBelowAsks },
  { id: "S5", find: (tx) => fillsWithinLimits(tx), findSince: (tx) => fillsWithinLimits(tx, LATELY) },
  { id: "S6", find: logGivesBook },
];

/** What the check of each minute looks at. */
const LATELY = sql`market_now() - interval '10 minutes'`;
type Since = typeof LATELY | undefined;

async function heldByOrders(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ name: string; balance: string; held: string }>`
    select coalesce(account.name, owed.name) as name, coalesce(account.balance_units, 0)::text as balance,
           coalesce(owed.units, 0)::text as held
    from (
      select spot_account(live.user_id, case live.side when 'buy' then market.quote else market.base end) as name,
             sum(live.held_units) as units
      from spot_orders live
      join spot_markets market on market.symbol = live.market
      where live.ended_at is null
      group by 1
    ) as owed
    full join (
      select known.name, known.balance_units
      from ledger_accounts known
      where known.kind = 'user' and known.name like 'user:%:spot'
    ) as account on account.name = owed.name
    where coalesce(account.balance_units, 0) <> coalesce(owed.units, 0)
    limit 10`;
  return rows.map(({ name, balance, held }) => `${name} holds ${balance}, open orders need ${held}`);
}

async function ordersFollowFills(tx: ReadTx, since?: Since): Promise<string[]> {
  const rows = await tx.rows<{ hash: string }>`
    select one.hash
    from spot_orders one
    cross join lateral (
      select coalesce(sum(fill.lots), 0) as lots, coalesce(sum(fill.lots * fill.price_ticks), 0) as quote_units,
             coalesce(sum(case when (fill.taker_side = 'buy') = (fill.taker_id = one.id) then fill.buyer_fee_units else fill.seller_fee_units end), 0) as fee_units
      from spot_fills fill
      where fill.maker_id = one.id or fill.taker_id = one.id
    ) as traded
    where (one.filled_lots, one.filled_quote_units, one.fee_units) is distinct from (traded.lots, traded.quote_units, traded.fee_units)
      and ${since ? sql`(one.ended_at is null or one.ended_at > ${since})` : sql`true`}
    limit 10`;
  return rows.map(({ hash }) => `order ${hash} has other sums than its fills`);
}

async function candlesFollowFills(tx: ReadTx, since?: Since): Promise<string[]> {
  const from = since ? sql`date_trunc('minute', ${since})` : sql`'-infinity'::timestamptz`;
  const rows = await tx.rows<{ market: string; start: Date }>`
    select coalesce(candle.market, traded.market) as market, coalesce(candle.start, traded.start) as start
    from (
      select one.market, one.start, one.lots, one.quote_units, one.trades, one.high_ticks, one.low_ticks, one.last_n,
             one.bought_lots
      from spot_candles one
      where one.start >= ${from}
    ) as candle
    full join (
      select fill.market, date_trunc('minute', fill.at) as start, sum(fill.lots) as lots,
             sum(fill.lots * fill.price_ticks) as quote_units, count(*) as trades, max(fill.price_ticks) as high_ticks,
             min(fill.price_ticks) as low_ticks, max(fill.n) as last_n,
             coalesce(sum(fill.lots) filter (where fill.taker_side = 'buy'), 0) as bought_lots
      from spot_fills fill
      where fill.at >= ${from}
      group by 1, 2
    ) as traded on traded.market = candle.market and traded.start = candle.start
    where (candle.lots, candle.quote_units, candle.trades, candle.high_ticks, candle.low_ticks, candle.last_n, candle.bought_lots)
      is distinct from (traded.lots, traded.quote_units, traded.trades, traded.high_ticks, traded.low_ticks, traded.last_n, traded.bought_lots)
    limit 10`;
  return rows.map(
    ({ market, start }) => `the candle of ${market} at ${start.toISOString()} has other sums than its fills`,
  );
}

async function fillsHaveNoGap(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ market: string; next_fill: bigint; last_n: bigint }>`
    select progress.market, progress.next_fill, newest.last_n
    from spot_progress progress
    cross join lateral (
      select coalesce(max(fill.n), 0) as last_n
      from spot_fills fill
      where fill.market = progress.market
    ) as newest
    where progress.next_fill <> newest.last_n + 1`;
  return rows.map(({ market, next_fill, last_n }) => `the next trade of ${market} is ${next_fill}, the last ${last_n}`);
}

async function bidsBelowAsks(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ market: string; bid: bigint; ask: bigint }>`
    select market.symbol as market, best.bid, best.ask
    from spot_markets market
    cross join lateral (
      select max(live.price_ticks) filter (where live.side = 'buy') as bid,
             min(live.price_ticks) filter (where live.side = 'sell') as ask
      from spot_orders live
      where live.market = market.symbol and live.ended_at is null and live.status = 'open'
    ) as best
    where best.bid >= best.ask`;
  return rows.map(({ market, bid, ask }) => `${market} has a bid at ${bid} and an ask at ${ask}`);
}

async function fillsWithinLimits(tx: ReadTx, since?: Since): Promise<string[]> {
  const rows = await tx.rows<{ market: string; n: bigint }>`
    select fill.market, fill.n
    from spot_fills fill
    join spot_markets market on market.symbol = fill.market
    join spot_orders maker on maker.id = fill.maker_id
    join spot_orders taker on taker.id = fill.taker_id
    where (
      maker.price_ticks = fill.price_ticks and maker.side <> taker.side and maker.user_id <> taker.user_id
      and case taker.side when 'buy' then taker.price_ticks >= fill.price_ticks else taker.price_ticks <= fill.price_ticks end
      and abs(fill.price_ticks - fill.reference_ticks) * 10000 <= fill.reference_ticks * market.band_bp
    ) is not true and ${since ? sql`fill.at > ${since}` : sql`true`}
    limit 10`;
  return rows.map(({ market, n }) => `trade ${n} of ${market} is beyond a limit`);
}

/** Each market gives, from its last verified snapshot, each digest that was kept since. */
async function logGivesBook(tx: ReadTx): Promise<string[]> {
  return (await replayLogs(tx)).flatMap(({ faults }) => faults);
}
