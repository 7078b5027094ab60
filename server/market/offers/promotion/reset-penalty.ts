/** The owner says that they are back: the pause for missed trades ends. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { endPenalty, lockOwnOffer } from "../rows.ts";
import { reconsiderOffers } from "../owners/owner.ts";

/** Without a penalty nothing happens. Refuses offer.not_found. */
export async function resetPenalty(tx: Tx, { hash, ownerId }: { hash: string; ownerId: bigint }): Promise<void> {
  const offer = await lockOwnOffer(tx, { hash, ownerId });
  if (!offer) throw new Refusal("offer.not_found");

  await endPenalty(tx, offer.id);
  await reconsiderOffers(tx, [ownerId]);
}
