/** The SQL of the operator's orders on the spot markets; functions of the database plan, place and end them. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { HouseHedger, HouseOrder } from "#contract/staff/exposure.ts";
import { type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type Venue = HouseOrder["venue"];

export async function settle(tx: Tx, at: Date): Promise<number> {
  const rows = await tx.rows<{ ended: number }>`select settle_house_orders(${at}) as ended`;
  return onlyRow(rows).ended;
}

/** plan_house_order has the words. */
export async function plan(
  tx: Tx,
  one: { currency: CryptoCode; externalRef: string; venue: Venue; at: Date },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select plan_house_order(${one.currency}, ${one.externalRef}, ${one.venue}, ${one.at}) as outcome`;
  return onlyRow(rows).outcome;
}

/** placed, refused, unknown. */
export async function place(
  tx: Tx,
  { externalRef, hash, at }: { externalRef: string; hash: string; at: Date },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select place_house_order(${externalRef}, ${hash}, ${at}) as outcome`;
  return onlyRow(rows).outcome;
}

export type SentRow = {
  readonly external_ref: string;
  readonly market: string;
  readonly base: CryptoCode;
  readonly quote: CryptoCode;
  readonly side: HouseOrder["side"];
  readonly lots: bigint;
  readonly lot_units: bigint;
  readonly price_ticks: bigint;
  readonly tick_units: bigint;
};

const SENT = sql`
  select made.external_ref, made.market, known.base, known.quote, made.side, made.lots, made.lot_units, made.price_ticks, known.tick_units
  from house_orders made
  join spot_markets known on known.symbol = made.market`;

/** Those that wait to be placed or sent. */
export function planned(tx: ReadTx, venue: Venue): Promise<SentRow[]> {
  return tx.rows<SentRow>`${SENT} where made.venue = ${venue} and made.status = 'planned' order by made.id`;
}

/** Those whose end is not known. */
export function sentOrders(tx: ReadTx, venue: Venue): Promise<SentRow[]> {
  return tx.rows<SentRow>`
    ${SENT} where made.venue = ${venue} and made.status in ('placed', 'unknown') order by made.id`;
}

/** begun, refused, gone. */
export async function begin(tx: Tx, { externalRef, at }: { externalRef: string; at: Date }): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`select begin_venue_order(${externalRef}, ${at}) as outcome`;
  return onlyRow(rows).outcome;
}

type Said = {
  readonly externalRef: string;
  readonly status: string;
  readonly why: string | null;
  readonly filled: bigint;
  readonly quote: bigint;
  readonly baseFee: bigint;
  readonly quoteFee: bigint;
  readonly at: Date;
};

/** noted, gone, mismatch, early. */
export async function note(tx: Tx, one: Said): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select note_venue_order(${one.externalRef}, ${one.status}, ${one.why}, ${one.filled}, ${one.quote}, ${one.baseFee},
      ${one.quoteFee}, ${one.at}) as outcome`;
  return onlyRow(rows).outcome;
}

type Balances = {
  readonly venue: Venue;
  readonly codes: readonly CryptoCode[];
  readonly units: readonly bigint[];
  readonly at: Date;
};

export async function noteBalances(tx: Tx, { venue, codes, units, at }: Balances): Promise<void> {
  await tx.rows`select note_venue_balances(${venue}, ${[...codes]}::text[], ${[...units]}::bigint[], ${at})`;
}

type BalanceRow = {
  readonly venue: Venue;
  readonly currency: CryptoCode;
  readonly units: bigint;
  readonly read_at: Date;
};

export function venueBalances(tx: ReadTx): Promise<BalanceRow[]> {
  return tx.rows<BalanceRow>`
    select venue, currency, units, read_at
    from venue_balances
    order by currency`;
}

export async function holdNow(tx: ReadTx, venue: Venue): Promise<HouseHedger["hold"]> {
  const rows = await tx.rows<{ hold: HouseHedger["hold"] }>`select house_order_hold(${venue}, ${tx.now}) as hold`;
  return onlyRow(rows).hold;
}

export type HouseOrderRow = SentRow & {
  readonly venue: Venue;
  readonly filled_units: bigint;
  readonly filled_quote_units: bigint;
  readonly fee_units: bigint;
  readonly status: HouseOrder["state"];
  readonly why: string | null;
  readonly planned_at: Date;
  readonly ended_at: Date | null;
};

export function newestOrders(tx: ReadTx, most: number): Promise<HouseOrderRow[]> {
  return tx.rows<HouseOrderRow>`
    select made.external_ref, made.venue, made.market, known.base, known.quote, made.side, made.lots, made.lot_units, known.tick_units, made.price_ticks,
           coalesce(placed.filled_lots * made.lot_units, made.filled_units) as filled_units,
           coalesce(placed.filled_quote_units, made.quote_units) as filled_quote_units,
           coalesce(placed.fee_units, case made.side when 'buy' then made.base_fee_units else made.quote_fee_units end) as fee_units, made.status, made.why, made.planned_at, made.ended_at
    from house_orders made
    join spot_markets known on known.symbol = made.market
    left join spot_orders placed on placed.id = made.order_id
    order by made.id desc
    limit ${most}`;
}
