/** The SQL of orders, as their owners read them. */
import type {
  SpotEnd,
  SpotOrderStatus,
  SpotSide,
  SpotSymbol,
  SpotTif,
  SpotType,
} from "#contract/products/spot/names.ts";
import { type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export type OrderRow = {
  readonly id: bigint;
  readonly hash: string;
  readonly client_id: string | null;
  readonly market: SpotSymbol;
  readonly side: SpotSide;
  readonly type: SpotType;
  readonly tif: SpotTif;
  readonly price_ticks: bigint;
  readonly stop_ticks: bigint | null;
  /** Of an `oco`: its two prices change places when its stop is set off. */
  readonly oco_ticks: bigint | null;
  readonly was_set_off: boolean;
  readonly lots: bigint;
  readonly quote_limit_units: bigint | null;
  readonly filled_lots: bigint;
  readonly filled_quote_units: bigint;
  readonly fee_units: bigint;
  readonly held_units: bigint;
  readonly status: SpotOrderStatus;
  readonly why: SpotEnd | null;
  readonly at: Date;
  readonly ended_at: Date | null;
};

export const ORDER_COLUMNS = sql`
  one.id, one.hash, one.client_id, one.market, one.side, one.type, one.tif, one.price_ticks, one.stop_ticks, one.oco_ticks, one.was_set_off, one.lots,
  one.quote_limit_units, one.filled_lots, one.filled_quote_units, one.fee_units, one.held_units, one.status, one.why, one.at, one.ended_at`;

export type NewOrderRow = {
  readonly user_id: string;
  /** Of the API key that places it. */
  readonly key_id: string | null;
  readonly hash: string;
  readonly client_id: string | null;
  readonly market: string;
  readonly side: SpotSide;
  readonly type: SpotType;
  readonly tif: SpotTif;
  readonly price_ticks: string | null;
  readonly stop_ticks: string | null;
  readonly oco_ticks: string | null;
  readonly lots: string | null;
  readonly quote_limit_units: string | null;
};

/** Each outcome is `placed` or why not: place_spot_orders has the words. */
export async function placeRows(tx: Tx, orders: readonly NewOrderRow[], at: Date): Promise<string[]> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from place_spot_orders(${JSON.stringify(orders)}::jsonb, ${at})
    order by place`;
  return rows.map(({ outcome }) => outcome);
}

type Change = { readonly hash: string; readonly userId: bigint; readonly lots: bigint | null };

export async function changeRows(tx: Tx, changes: readonly Change[], at: Date): Promise<string[]> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from change_spot_orders(
      ${changes.map(({ hash }) => hash)}::text[], ${changes.map(({ userId }) => userId)}::bigint[],
      ${changes.map(({ lots }) => lots)}::bigint[], ${at})
    order by place`;
  return rows.map(({ outcome }) => outcome);
}

/** In how many markets. */
export async function cancelAllRows(
  tx: Tx,
  { userId, market, at }: { userId: bigint; market: string | null; at: Date },
): Promise<number> {
  const rows = await tx.rows<{ markets: number }>`
    select cancel_all_spot_orders(${userId}, ${market}, ${at}) as markets`;
  return onlyRow(rows).markets;
}

export async function findOrder(
  tx: ReadTx,
  { userId, hash }: { userId: bigint; hash: string },
): Promise<OrderRow | undefined> {
  const [row] = await tx.rows<OrderRow>`
    select ${ORDER_COLUMNS}
    from spot_orders one
    where one.hash = ${hash} and one.user_id = ${userId}`;
  return row;
}

export async function ordersByHash(tx: ReadTx, hashes: readonly string[]): Promise<ReadonlyMap<string, OrderRow>> {
  if (hashes.length === 0) return new Map();
  const rows = await tx.rows<OrderRow>`
    select ${ORDER_COLUMNS}
    from spot_orders one
    where one.hash = any(${[...hashes]}::text[])`;
  return new Map(rows.map((row) => [row.hash, row]));
}

export type Asked = {
  readonly userId: bigint;
  readonly isOpen: boolean;
  readonly market: string | undefined;
  /** Those before this id. */
  readonly before: bigint | undefined;
};

export function ordersOf(tx: ReadTx, { userId, isOpen, market, before }: Asked, limit: number): Promise<OrderRow[]> {
  return tx.rows<OrderRow>`
    select ${ORDER_COLUMNS}
    from spot_orders one
    where one.user_id = ${userId}
      and ${isOpen ? sql`one.ended_at is null` : sql`one.ended_at is not null`}
      and ${market === undefined ? sql`true` : sql`one.market = ${market}`}
      and ${before === undefined ? sql`true` : sql`one.id < ${before}`}
    order by one.id desc
    limit ${limit}`;
}

export type FillRow = {
  readonly market: SpotSymbol;
  readonly n: bigint;
  readonly order_hash: string;
  readonly side: SpotSide;
  readonly is_maker: boolean;
  readonly price_ticks: bigint;
  readonly lots: bigint;
  readonly fee_units: bigint;
  readonly at: Date;
};

export function fillsOf(
  tx: ReadTx,
  { userId, market }: { userId: bigint; market: string | undefined },
  limit: number,
): Promise<FillRow[]> {
  const inMarket = market === undefined ? sql`true` : sql`fill.market = ${market}`;
  return tx.rows<FillRow>`
    select mine.market, mine.n, one.hash as order_hash, one.side, one.id = mine.maker_id as is_maker, mine.price_ticks, mine.lots,
           mine.fee_units, mine.at
    from (
      (select fill.market, fill.n, fill.maker_id, case fill.taker_side when 'buy' then fill.taker_id else fill.maker_id end as order_id,
              fill.price_ticks, fill.lots, fill.buyer_fee_units as fee_units, fill.at
       from spot_fills fill
       where fill.buyer_id = ${userId} and ${inMarket}
       order by fill.at desc
       limit ${limit})
      union all
      (select fill.market, fill.n, fill.maker_id, case fill.taker_side when 'sell' then fill.taker_id else fill.maker_id end,
              fill.price_ticks, fill.lots, fill.seller_fee_units, fill.at
       from spot_fills fill
       where fill.seller_id = ${userId} and ${inMarket}
       order by fill.at desc
       limit ${limit})
    ) as mine
    join spot_orders one on one.id = mine.order_id
    order by mine.at desc, mine.n desc
    limit ${limit}`;
}
