/** The owner has seen that his offer was taken: from then on the other side can no longer end the trade for his absence. */
import type { Tx } from "../../platform/db.ts";

/** One statement of its own, since it comes with a read; the first time counts. */
export async function noteOwnerSeen(tx: Tx, { hash, viewerId }: { hash: string; viewerId: bigint }): Promise<void> {
  await tx.rows`
    update trades
    set owner_responded_at = market_now()
    where hash = ${hash} and owner_id = ${viewerId} and owner_responded_at is null`;
}
