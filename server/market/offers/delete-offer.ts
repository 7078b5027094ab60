/** An owner takes an offer away for good; its trades go on. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { reconsiderOffers } from "./owners/owner.ts";
import { lockOwner } from "./owners/owner-rows.ts";
import { lockOwnOffer, markDeleted } from "./rows.ts";

/** Refuses offer.not_found, also the second time. Emits offer.deleted. */
export async function deleteOffer(tx: Tx, { hash, ownerId }: { hash: string; ownerId: bigint }): Promise<void> {
  await lockOwner(tx, ownerId);
  const offer = await lockOwnOffer(tx, { hash, ownerId });
  if (!offer) throw new Refusal("offer.not_found");

  await markDeleted(tx, offer.id);
  // There is room for one more.
  await reconsiderOffers(tx, [ownerId]);

  tx.emit({ type: "offer.deleted", subject: hash, payload: { ownerId: String(ownerId) } });
}
