/** The SQL of the facade: orders and trades by their numbers, as its clients page through them. */
import { type ReadTx, sql } from "../../../platform/postgres/db.ts";
import { ORDER_COLUMNS, type OrderRow } from "../orders/order-rows.ts";
import type { TradeRow } from "../views/book-rows.ts";

type OfUser = { readonly userId: bigint; readonly market: string };

export async function orderByNumber(
  tx: ReadTx,
  { userId, market, id }: OfUser & { id: bigint },
): Promise<OrderRow | undefined> {
  const [row] = await tx.rows<OrderRow>`
    select ${ORDER_COLUMNS}
    from spot_orders one
    where one.id = ${id} and one.user_id = ${userId} and one.market = ${market}`;
  return row;
}

/** The newest with this name of the client's; an order without one has its own. */
export async function orderByClient(
  tx: ReadTx,
  { userId, market, clientId }: OfUser & { clientId: string },
): Promise<OrderRow | undefined> {
  const [row] = await tx.rows<OrderRow>`
    select ${ORDER_COLUMNS}
    from spot_orders one
    where one.user_id = ${userId} and one.market = ${market} and (one.client_id = ${clientId} or one.hash = ${clientId})
    order by one.id desc
    limit 1`;
  return row;
}

export function openOrdersOf(tx: ReadTx, userId: bigint, market: string | undefined): Promise<OrderRow[]> {
  return tx.rows<OrderRow>`
    select ${ORDER_COLUMNS}
    from spot_orders one
    where one.user_id = ${userId} and one.ended_at is null
      and ${market === undefined ? sql`true` : sql`one.market = ${market}`}
    order by one.id`;
}

export function ordersByIds(tx: ReadTx, ids: readonly bigint[]): Promise<OrderRow[]> {
  return tx.rows<OrderRow>`
    select ${ORDER_COLUMNS}
    from spot_orders one
    where one.id = any(${[...ids]}::bigint[])
    order by one.id`;
}

export type Paging = {
  /** From this number on, oldest first; without it and a time the newest. */
  readonly fromId: bigint | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly limit: number;
};

/** Oldest first. */
export async function allOrdersOf(
  tx: ReadTx,
  { userId, market, fromId, from, to, limit }: OfUser & Paging,
): Promise<OrderRow[]> {
  const isForward = fromId !== undefined || from !== undefined;
  const rows = await tx.rows<OrderRow>`
    select ${ORDER_COLUMNS}
    from spot_orders one
    where one.user_id = ${userId} and one.market = ${market}
      and ${fromId === undefined ? sql`true` : sql`one.id >= ${fromId}`}
      and ${from === undefined ? sql`true` : sql`one.at >= ${from}`} and ${to === undefined ? sql`true` : sql`one.at <= ${to}`}
    order by one.id ${isForward ? sql`asc` : sql`desc`}
    limit ${limit}`;
  return isForward ? rows : rows.reverse();
}

export type OwnTradeRow = {
  readonly n: bigint;
  readonly order_id: bigint;
  readonly order_type: string;
  readonly was_set_off: boolean;
  readonly side: "buy" | "sell";
  readonly is_maker: boolean;
  readonly price_ticks: bigint;
  readonly lots: bigint;
  readonly fee_units: bigint;
  readonly at: Date;
};

/** Of a user, oldest first; of one order where it is given. */
export async function ownTradesOf(
  tx: ReadTx,
  { userId, market, orderId, fromId, from, to, limit }: OfUser & Paging & { orderId: bigint | undefined },
): Promise<OwnTradeRow[]> {
  const isForward = fromId !== undefined || from !== undefined;
  const bounds = sql`fill.market = ${market}
      and ${orderId === undefined ? sql`true` : sql`(fill.maker_id = ${orderId} or fill.taker_id = ${orderId})`}
      and ${fromId === undefined ? sql`true` : sql`fill.n >= ${fromId}`}
      and ${from === undefined ? sql`true` : sql`fill.at >= ${from}`} and ${to === undefined ? sql`true` : sql`fill.at <= ${to}`}`;
  const order = isForward ? sql`asc` : sql`desc`;
  const rows = await tx.rows<OwnTradeRow>`
    select mine.n, mine.order_id, one.type as order_type, one.was_set_off, mine.side, mine.order_id = mine.maker_id as is_maker,
           mine.price_ticks, mine.lots, mine.fee_units, mine.at
    from (
      (select fill.n, 'buy' as side, fill.maker_id, case fill.taker_side when 'buy' then fill.taker_id else fill.maker_id end as order_id,
              fill.price_ticks, fill.lots, fill.buyer_fee_units as fee_units, fill.at
       from spot_fills fill
       where fill.buyer_id = ${userId} and ${bounds}
       order by fill.n ${order}
       limit ${limit})
      union all
      (select fill.n, 'sell', fill.maker_id, case fill.taker_side when 'sell' then fill.taker_id else fill.maker_id end,
              fill.price_ticks, fill.lots, fill.seller_fee_units, fill.at
       from spot_fills fill
       where fill.seller_id = ${userId} and ${bounds}
       order by fill.n ${order}
       limit ${limit})
    ) as mine
    join spot_orders one on one.id = mine.order_id
    order by mine.n ${order}
    limit ${limit}`;
  return isForward ? rows : rows.reverse();
}

/** Of everybody, oldest first. */
export async function tradesPage(tx: ReadTx, market: string, { fromId, from, to, limit }: Paging): Promise<TradeRow[]> {
  const isForward = fromId !== undefined || from !== undefined;
  const rows = await tx.rows<TradeRow>`
    select fill.n, fill.price_ticks, fill.lots, fill.taker_side, fill.by_robot, fill.at
    from spot_fills fill
    where fill.market = ${market}
      and ${fromId === undefined ? sql`true` : sql`fill.n >= ${fromId}`}
      and ${from === undefined ? sql`true` : sql`fill.at >= ${from}`} and ${to === undefined ? sql`true` : sql`fill.at <= ${to}`}
    order by fill.n ${isForward ? sql`asc` : sql`desc`}
    limit ${limit}`;
  return isForward ? rows : rows.reverse();
}

export type KlineRow = {
  readonly start: Date;
  readonly open_ticks: bigint;
  readonly high_ticks: bigint;
  readonly low_ticks: bigint;
  readonly close_ticks: bigint;
  readonly lots: bigint;
  readonly quote_units: bigint;
  readonly trades: number;
  readonly bought_lots: bigint;
  readonly bought_quote_units: bigint;
};

/** Of so many minutes each, counted from a Monday; only those with a trade. */
export function klinesOf(
  tx: ReadTx,
  { market, minutes, from, to }: { market: string; minutes: number; from: Date; to: Date },
): Promise<KlineRow[]> {
  return tx.rows<KlineRow>`
    select date_bin(make_interval(mins => ${minutes}::int), candle.start, '1970-01-05Z') as start,
           (array_agg(candle.open_ticks order by candle.start))[1] as open_ticks, max(candle.high_ticks) as high_ticks,
           min(candle.low_ticks) as low_ticks, (array_agg(candle.close_ticks order by candle.start desc))[1] as close_ticks,
           sum(candle.lots)::bigint as lots, sum(candle.quote_units)::bigint as quote_units, sum(candle.trades)::int as trades,
           sum(candle.bought_lots)::bigint as bought_lots, sum(candle.bought_quote_units)::bigint as bought_quote_units
    from spot_candles candle
    where candle.market = ${market} and candle.start >= ${from} and candle.start < ${to}
    group by 1
    order by 1`;
}

export type DayTradesRow = {
  readonly market: string;
  readonly trades: number;
  readonly last_n: bigint;
  readonly last_lots: bigint;
};

/** How many trades the last 24 hours had, and the last one. */
export function dayTrades(tx: ReadTx): Promise<DayTradesRow[]> {
  return tx.rows<DayTradesRow>`
    select day.market, day.trades, day.last_n, newest.lots as last_lots
    from (
      select candle.market, sum(candle.trades)::int as trades, max(candle.last_n) as last_n
      from spot_candles candle
      where candle.start > ${tx.now}::timestamptz - interval '1 day'
      group by candle.market
    ) as day
    join spot_fills newest on newest.market = day.market and newest.n = day.last_n`;
}
