/** The SQL of feature flags; they are changed by a function of the database (outward/staff). */
import { onlyRow } from "../../platform/only-row.ts";
import type { ReadTx } from "../../platform/db.ts";

export async function percentRows(tx: ReadTx): Promise<{ name: string; percent: number }[]> {
  return tx.rows<{ name: string; percent: number }>`
    select name, percent
    from feature_flags`;
}

export async function ownRows(tx: ReadTx, userId: bigint): Promise<{ name: string; is_on: boolean }[]> {
  return tx.rows<{ name: string; is_on: boolean }>`
    select name, is_on
    from feature_flag_users
    where user_id = ${userId}`;
}

export async function flagFor(
  tx: ReadTx,
  { name, userId }: { name: string; userId: bigint },
): Promise<{ percent: number; is_on: boolean | null }> {
  const rows = await tx.rows<{ percent: number; is_on: boolean | null }>`
    select flag.percent, theirs.is_on
    from feature_flags flag
    left join feature_flag_users theirs on theirs.name = flag.name and theirs.user_id = ${userId}
    where flag.name = ${name}`;
  return onlyRow(rows);
}
