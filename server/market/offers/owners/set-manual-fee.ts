/** An expert trader chooses the escrow fee of an offer. */
import { amountFault, unitsFromDisplay } from "#contract/money/money.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { reconsiderOffers } from "./owner.ts";
import { lockOwner, tierOf } from "./owner-rows.ts";
import { feeBounds, lockOwnOffer, setManualFee } from "../rows.ts";
import { refuseSpecial } from "../promotion/special.ts";

type Choice = {
  readonly hash: string;
  readonly ownerId: bigint;
  /** Percent; null takes the choice away. */
  readonly fee: string | null;
};

/** The badge whose owners may choose; `fee_bp_of` of the database checks it again where coins are locked. */
const CHOOSES_FEE = "expert_trader";

export const mayChooseFee = (tier: string | undefined) => tier === CHOOSES_FEE;

/**
 * Refuses offer.not_found, offer.special_locked, offer.fee_of_buyers, offer.fee_not_yours, offer.fee_range. An owner who may no
 * longer choose can still remove a choice. Emits offer.changed.
 */
export async function chooseFee(tx: Tx, { hash, ownerId, fee }: Choice): Promise<void> {
  await lockOwner(tx, ownerId);
  const offer = await lockOwnOffer(tx, { hash, ownerId });
  if (!offer) throw new Refusal("offer.not_found");
  refuseSpecial(offer);
  if (offer.side !== "sell") throw fieldRefusal("offer.fee_of_buyers", "new_manual_escrow_fee");
  const feeBp = fee === null ? null : feeBpIn(fee);
  if (feeBp !== null) {
    if (!mayChooseFee(await tierOf(tx, ownerId))) throw new Refusal("offer.fee_not_yours");
    const bounds = (await feeBounds(tx, [offer.methodId])).get(offer.methodId);
    if (!bounds || feeBp < bounds.least || feeBp > bounds.base)
      throw fieldRefusal("offer.fee_range", "new_manual_escrow_fee");
  }

  await setManualFee(tx, offer.id, feeBp);
  await reconsiderOffers(tx, [ownerId]);

  tx.emit({ type: "offer.changed", subject: hash, payload: { ownerId: String(ownerId) } });
}

function feeBpIn(percent: string): number {
  const fault = amountFault(percent, 2);
  if (fault) throw fieldRefusal(`money.${fault}`, "new_manual_escrow_fee");
  return Number(unitsFromDisplay(percent, 2));
}
