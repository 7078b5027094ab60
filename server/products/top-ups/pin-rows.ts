/** The SQL of codes of top-ups. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type SealedPin = { quote_id: bigint; code_sealed: Buffer; serial_sealed: Buffer | null };

/** Undefined of an order that is delivered without a code. */
export async function quoteOfPin(tx: ReadTx, orderId: bigint): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ quote_id: bigint }>`
    select made.quote_id
    from provider_orders made
    join top_ups topped on topped.quote_id = made.quote_id
    join top_up_products product on product.id = topped.product_id and product.is_pin
    where made.id = ${orderId}`;
  return row?.quote_id;
}

type Sealed = { readonly code: Buffer; readonly serial: Buffer | null; readonly mark: Buffer };

export async function keep(tx: Tx, orderId: bigint, { code, serial, mark }: Sealed): Promise<boolean> {
  const rows = await tx.rows<{ is_kept: boolean }>`
    select keep_top_up_pin(${orderId}, ${code}, ${serial}, ${mark}, ${tx.now}) as is_kept`;
  return onlyRow(rows).is_kept;
}

type Shown = {
  outcome: string;
  quote_id: bigint;
  code_sealed: Buffer | null;
  serial_sealed: Buffer | null;
  seen_at: Date | null;
};

export async function show(tx: Tx, { userId, hash }: { userId: bigint; hash: string }): Promise<Shown> {
  return onlyRow(
    await tx.rows<Shown>`
      select outcome, quote_id, code_sealed, serial_sealed, seen_at
      from show_top_up_pin(${userId}, ${hash}, ${tx.now})`,
  );
}
