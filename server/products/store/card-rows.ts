/** The SQL of bought gift cards. */
import type { REPORT_STATUSES } from "#contract/products/store/names.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type CardRow = {
  id: bigint;
  hash: string;
  order_hash: string;
  brand: string;
  name: string;
  country: string;
  currency: string;
  face_units: bigint;
  delivered_at: Date;
  first_seen_at: Date | null;
  has_code: boolean;
  has_pin: boolean;
  used_at: Date | null;
  note: string | null;
  is_in_vault: boolean;
  method_id: number | null;
  reported_at: Date | null;
  report_status: (typeof REPORT_STATUSES)[number] | null;
  redeem: Readonly<Record<string, string>>;
  provider: string;
};

export type CardQuery = {
  readonly userId: bigint;
  readonly hash?: string;
  readonly orders?: readonly string[];
  readonly before?: bigint;
  readonly limit?: number;
};

/** Of settled orders, newest first. */
export async function cardsOf(
  tx: ReadTx,
  { userId, hash, orders, before, limit = 1000 }: CardQuery,
): Promise<CardRow[]> {
  return tx.rows<CardRow>`
    select own.id, own.hash, bought.hash as order_hash, sold.brand, sold.name, sold.country, sold.currency, line.face_units, own.delivered_at,
      own.first_seen_at, own.code_sealed is not null as has_code, own.pin_sealed is not null as has_pin, own.used_at, own.note,
      is_in_vault(own) as is_in_vault, sold.method_id, own.reported_at, own.report_status, sold.redeem, sold.provider
    from store_codes own
    join store_lines line on line.quote_id = own.quote_id
    join provider_orders made on made.quote_id = own.quote_id and made.status = 'settled'
    join store_products sold on sold.id = line.product_id
    join store_orders bought on bought.quote_id = line.order_quote_id
    where own.user_id = ${userId} and (${hash ?? null}::text is null or own.hash = ${hash ?? null})
      and (${orders ?? null}::text[] is null or bought.hash = any(${orders ?? null}::text[]))
      and (${before ?? null}::bigint is null or own.id < ${before ?? null})
    order by own.id desc
    limit ${limit}`;
}

type Own = { readonly userId: bigint; readonly hash: string };
type Shown = { outcome: string; code_sealed: Buffer | null; pin_sealed: Buffer | null; seen_at: Date | null };

export async function show(tx: Tx, { userId, hash }: Own): Promise<Shown> {
  return onlyRow(
    await tx.rows<Shown>`
      select outcome, code_sealed, pin_sealed, seen_at
      from show_store_code(${userId}, ${hash}, ${tx.now})`,
  );
}

export async function mark(tx: Tx, { userId, hash }: Own, to: { isUsed: boolean; note: string }): Promise<string> {
  return onlyRow(
    await tx.rows<{ outcome: string }>`
      select mark_store_code(${userId}, ${hash}, ${to.isUsed}, ${to.note}, ${tx.now}) as outcome`,
  ).outcome;
}

export async function report(tx: Tx, { userId, hash }: Own, says: string): Promise<string> {
  return onlyRow(
    await tx.rows<{ outcome: string }>`
      select report_store_code(${userId}, ${hash}, ${says}, ${tx.now}) as outcome`,
  ).outcome;
}

export async function sealedCode(tx: ReadTx, { userId, hash }: Own): Promise<Buffer | undefined> {
  const [row] = await tx.rows<{ code_sealed: Buffer }>`
    select code_sealed
    from store_codes
    where user_id = ${userId} and hash = ${hash} and code_sealed is not null`;
  return row?.code_sealed;
}

export async function toVault(tx: Tx, { userId, hash }: Own, card: { hash: string; sealed: Buffer }): Promise<string> {
  return onlyRow(
    await tx.rows<{ outcome: string }>`
      select store_code_to_vault(${userId}, ${hash}, ${card.hash}, ${card.sealed}, ${tx.now}) as outcome`,
  ).outcome;
}

/** Of a code that staff have decided about. */
export async function refundOf(tx: ReadTx, hash: string) {
  const [row] = await tx.rows<{ user_id: bigint; currency: "BTC" | "ETH" | "USDT"; units: bigint }>`
    select code.user_id, made.currency, made.units / line.quantity as units
    from store_codes code
    join store_lines line on line.quote_id = code.quote_id
    join provider_orders made on made.quote_id = code.quote_id
    where code.hash = ${hash} and code.report_status = 'refunded'`;
  return row;
}
