/** The SQL of the operator's orders on the spot markets; functions of the database plan, place and end them. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { HouseHedger, HouseOrder } from "#contract/staff/exposure.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export async function settle(tx: Tx, at: Date): Promise<number> {
  const rows = await tx.rows<{ ended: number }>`select settle_house_orders(${at}) as ended`;
  return onlyRow(rows).ended;
}

/** plan_house_order has the words. */
export async function plan(
  tx: Tx,
  { currency, externalRef, at }: { currency: CryptoCode; externalRef: string; at: Date },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select plan_house_order(${currency}, ${externalRef}, ${at}) as outcome`;
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

/** Those that wait to be placed. */
export async function planned(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ external_ref: string }>`
    select external_ref
    from house_orders
    where status = 'planned'
    order by id`;
  return rows.map(({ external_ref: externalRef }) => externalRef);
}

export async function holdNow(tx: ReadTx): Promise<HouseHedger["hold"]> {
  const rows = await tx.rows<{ hold: HouseHedger["hold"] }>`select house_order_hold(${tx.now}) as hold`;
  return onlyRow(rows).hold;
}

export type HouseOrderRow = {
  readonly external_ref: string;
  readonly market: string;
  readonly base: CryptoCode;
  readonly quote: CryptoCode;
  readonly side: HouseOrder["side"];
  readonly lots: bigint;
  readonly lot_units: bigint;
  readonly tick_units: bigint;
  readonly price_ticks: bigint;
  readonly filled_lots: bigint;
  readonly filled_quote_units: bigint;
  readonly fee_units: bigint;
  readonly status: HouseOrder["state"];
  readonly why: string | null;
  readonly planned_at: Date;
  readonly ended_at: Date | null;
};

export function newestOrders(tx: ReadTx, most: number): Promise<HouseOrderRow[]> {
  return tx.rows<HouseOrderRow>`
    select made.external_ref, made.market, known.base, known.quote, made.side, made.lots, made.lot_units, known.tick_units, made.price_ticks,
           coalesce(placed.filled_lots, 0) as filled_lots, coalesce(placed.filled_quote_units, 0) as filled_quote_units,
           coalesce(placed.fee_units, 0) as fee_units, made.status, made.why, made.planned_at, made.ended_at
    from house_orders made
    join spot_markets known on known.symbol = made.market
    left join spot_orders placed on placed.id = made.order_id
    order by made.id desc
    limit ${most}`;
}
