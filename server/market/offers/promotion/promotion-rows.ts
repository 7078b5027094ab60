/** The SQL of promotions. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

/** How many offers a user may promote at a time, and how many of these are left. */
export async function promotionsOf(tx: ReadTx, ownerId: bigint): Promise<{ total: number; available: number }> {
  const rows = await tx.rows<{ total: number; used: number }>`
    select total, used
    from promotions_of(${ownerId}, ${tx.now})`;
  const { total, used } = onlyRow(rows);
  return { total, available: Math.max(0, total - used) };
}

export async function promoteOne(
  tx: Tx,
  { ownerId, hash, days, at }: { ownerId: bigint; hash: string; days: number; at: Date },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from promote_offer(${ownerId}, ${hash}, ${days}, ${at})`;
  return onlyRow(rows).outcome;
}

/** Ends expired promotions and features; returns the owners of those offers. */
export async function endPromotions(tx: Tx): Promise<bigint[]> {
  const rows = await tx.rows<{ owner_id: bigint }>`
    select owner_id
    from end_promotions(${tx.now}) as ended (owner_id)`;
  return rows.map((row) => row.owner_id);
}
