/** The SQL of special offers. */
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

/** The other side of this trade or answered conversation of the owner's, if it is the named user and neither has blocked the other. */
export async function specialPartner(
  tx: ReadTx,
  { ownerId, chatHash, username }: { ownerId: bigint; chatHash: string; username: string },
): Promise<bigint | undefined> {
  const rows = await tx.rows<{ id: bigint | null }>`
    select special_partner(${ownerId}, ${chatHash}, ${username}) as id`;
  return onlyRow(rows).id ?? undefined;
}

/** How many an owner has, on or off. */
export async function countSpecial(tx: ReadTx, ownerId: bigint): Promise<number> {
  const rows = await tx.rows<{ standing: number }>`
    select count(*)::int as standing
    from offers
    where owner_id = ${ownerId} and partner_id is not null and special_until > ${tx.now} and deleted_at is null`;
  return onlyRow(rows).standing;
}
