/** The SQL of the market process: it reads commands and orders, and writes only what settle_spot checks. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import type { MarketStatus, OrderType, Side, TimeInForce } from "../engine/commands.ts";

export async function claimMarket(tx: Tx, market: string): Promise<bigint> {
  const rows = await tx.rows<{ epoch: bigint }>`select claim_spot_market(${market}) as epoch`;
  return onlyRow(rows).epoch;
}

/** By the rates and halts of now. */
export async function steerMarket(tx: Tx, market: string, at: Date): Promise<MarketStatus> {
  const rows = await tx.rows<{ status: MarketStatus }>`select steer_spot_market(${market}, ${at}) as status`;
  return onlyRow(rows).status;
}

export type ProgressRow = {
  readonly applied_seq: bigint;
  readonly status: MarketStatus;
  readonly reference_ticks: bigint | null;
  readonly last_ticks: bigint | null;
  readonly next_rank: bigint;
  readonly band_bp: number;
};

export async function progressOf(tx: ReadTx, market: string): Promise<ProgressRow> {
  const rows = await tx.rows<ProgressRow>`
    select progress.applied_seq, progress.status, progress.reference_ticks, progress.last_ticks, progress.next_rank, market.band_bp
    from spot_progress progress
    join spot_markets market on market.symbol = progress.market
    where progress.market = ${market}`;
  return onlyRow(rows);
}

/** Of each market, whether there are commands to apply. */
export function marketsDue(tx: ReadTx): Promise<{ market: string; due: boolean }[]> {
  return tx.rows<{ market: string; due: boolean }>`
    select market.symbol as market, market.next_seq - 1 > progress.applied_seq as due
    from spot_markets market
    join spot_progress progress on progress.market = market.symbol
    order by market.symbol`;
}

export type LiveOrderRow = {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly side: Side;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly price_ticks: bigint;
  readonly stop_ticks: bigint | null;
  readonly oco_ticks: bigint | null;
  readonly was_set_off: boolean;
  readonly lots: bigint;
  readonly quote_limit_units: bigint | null;
  readonly filled_lots: bigint;
  readonly filled_quote_units: bigint;
  readonly rank: bigint;
  readonly status: "open" | "waiting";
};

/** What rests or waits, as the settled commands left it. */
export function liveOrders(tx: ReadTx, market: string): Promise<LiveOrderRow[]> {
  return tx.rows<LiveOrderRow>`
    select id, user_id, side, type, tif, price_ticks, stop_ticks, oco_ticks, was_set_off, lots, quote_limit_units, filled_lots,
           filled_quote_units, rank, status
    from spot_orders
    where market = ${market} and ended_at is null and status in ('open', 'waiting')
    order by rank`;
}

export type CommandRow = {
  readonly seq: bigint;
  readonly kind: string;
  readonly order_id: bigint | null;
  readonly user_id: bigint | null;
  readonly lots: bigint | null;
  readonly ticks: bigint | null;
  readonly status: MarketStatus | null;
  /** Of a placed order. */
  readonly side: Side | null;
  readonly type: OrderType | null;
  readonly tif: TimeInForce | null;
  readonly owner_id: bigint | null;
  readonly price_ticks: bigint | null;
  readonly stop_ticks: bigint | null;
  readonly oco_ticks: bigint | null;
  readonly placed_lots: bigint | null;
  readonly quote_limit_units: bigint | null;
};

export function commandsAfter(
  tx: ReadTx,
  { market, seq }: { market: string; seq: bigint },
  limit: number,
): Promise<CommandRow[]> {
  return tx.rows<CommandRow>`
    select command.seq, command.kind, command.order_id, command.user_id, command.lots, command.ticks, command.status, placed.side,
           placed.type, placed.tif, placed.user_id as owner_id, placed.stop_ticks, placed.placed_lots, placed.quote_limit_units,
           case when placed.was_set_off then placed.oco_ticks else placed.price_ticks end as price_ticks,
           case when placed.was_set_off then placed.price_ticks else placed.oco_ticks end as oco_ticks
    from spot_commands command
    -- By key, however many orders there are: the offset keeps it a look-up of each.
    left join lateral (select one.* from spot_orders one where one.id = command.order_id offset 0) as placed on command.kind = 'place'
    where command.market = ${market} and command.seq > ${seq}
    order by command.seq
    limit ${limit}`;
}

export type Settling = {
  readonly market: string;
  readonly epoch: bigint;
  readonly fromSeq: bigint;
  readonly toSeq: bigint;
  readonly done: object;
};

/** `settled`, `other_epoch` or `moved`. Fails on what the orders and the log do not allow. */
export async function settle(tx: Tx, { market, epoch, fromSeq, toSeq, done }: Settling, at: Date): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select settle_spot(${market}, ${epoch}, ${fromSeq}, ${toSeq}, ${JSON.stringify(done)}::jsonb, ${at}) as outcome`;
  return onlyRow(rows).outcome;
}
