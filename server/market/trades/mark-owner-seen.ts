/** The owner has seen that the offer was taken: from then on the other side can no longer end the trade for their absence. */
import type { Tx } from "../../platform/db.ts";

/** The first time counts; nothing happens for anybody but the owner. */
export async function markOwnerSeen(tx: Tx, { hash, viewerId }: { hash: string; viewerId: bigint }): Promise<void> {
  await tx.rows`
    update trades
    set owner_responded_at = ${tx.now}
    where hash = ${hash} and owner_id = ${viewerId} and owner_responded_at is null`;
}
