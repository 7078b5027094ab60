/** Whose offer it is. */
import type { Tx } from "../../platform/db.ts";

/** Undefined where there is no such offer; a deleted one still has its owner. */
export async function findOfferOwner(tx: Tx, hash: string): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ owner_id: bigint }>`
    select owner_id
    from offers
    where hash = ${hash}`;
  return row?.owner_id;
}
