/** An owner switches an offer on or off. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { findPaymentMethodById, isMethodOpen } from "../../../reference/catalog/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { ownersShortOfBond } from "../../bonds/index.ts";
import { refuseBeyondLimit } from "./active-limit.ts";
import { hasTwin, lockOwner } from "../owners/owner-rows.ts";
import { refuseBelowCreationLevel } from "../owners/creation-level.ts";
import { isBonded, lacksRate, reconsiderOffers, refreshOwnerFacts } from "../owners/owner.ts";
import { isOver } from "../offer.ts";
import { lockOwnOffer, setSwitch } from "../rows.ts";

/**
 * Already so: nothing happens. Refuses offer.not_found; switching on also offer.level, offer.too_many_active,
 * offer.duplicate, offer.method_unavailable, offer.bond_missing, offer.custom_rate and offer.special_over. Emits offer.switched.
 */
export async function switchOffer(
  tx: Tx,
  { hash, owner, isOn }: { hash: string; owner: { userId: bigint; level: number }; isOn: boolean },
): Promise<void> {
  await lockOwner(tx, owner.userId);
  const offer = await lockOwnOffer(tx, { hash, ownerId: owner.userId });
  if (!offer) throw new Refusal("offer.not_found");
  if (offer.isOn === isOn) return;
  if (isOn) {
    await refuseBelowCreationLevel(tx, owner.level);
    const method = findPaymentMethodById(offer.methodId);
    const closed = (await readSettings(tx, ["catalog.disabled_methods"]))["catalog.disabled_methods"];
    if (!method || !isMethodOpen(method, closed)) throw new Refusal("offer.method_unavailable");
    if (lacksRate(offer)) throw new Refusal("offer.custom_rate");
    if (isOver(offer, tx.now)) throw new Refusal("offer.special_over");
    if (offer.partnerId === null) {
      await refuseBeyondLimit(tx, owner.userId, 1);
      if (await hasTwin(tx, offer)) throw new Refusal("offer.duplicate");
    }
    if (isBonded(offer.methodId) && (await ownersShortOfBond(tx, [owner.userId])).size > 0)
      throw new Refusal("offer.bond_missing");
  }

  await setSwitch(tx, [offer.id], isOn);
  await refreshOwnerFacts(tx, [owner.userId]);
  await reconsiderOffers(tx, [owner.userId]);

  tx.emit({ type: "offer.switched", subject: hash, payload: { ownerId: String(owner.userId), isOn } });
}
