/** An expert trader promotes an offer to sell for some days: it is listed before the others of its market. */
import { fieldRefusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { wordRefusal } from "../../../platform/postgres/outcomes.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { refreshOwnerFacts } from "../owners/owner.ts";
import { promoteOne } from "./promotion-rows.ts";
import { findOffer } from "../rows.ts";
import { refuseSpecial } from "./special.ts";

const REFUSES: Readonly<Record<string, RefusalCode>> = {
  unknown: "offer.not_found",
  to_buy: "offer.promotion_of_buyers",
  not_active: "offer.not_active",
  not_yours: "offer.promotion_not_yours",
  none_left: "offer.promotions_used",
  promoted_already: "offer.promoted",
};

type Wish = { readonly hash: string; readonly ownerId: bigint; readonly days: number };

/**
 * Refuses offer.not_found, offer.special_locked, offer.promotion_days, offer.promotion_of_buyers, offer.not_active, offer.promotion_not_yours,
 * offer.promotions_used and offer.promoted. Emits offer.changed.
 */
export async function promoteOffer(tx: Tx, { hash, ownerId, days }: Wish): Promise<void> {
  const most = (await readSettings(tx, ["offers.promotion_days"]))["offers.promotion_days"];
  if (days > most) throw fieldRefusal("offer.promotion_days", "days", { most });
  const offer = await findOffer(tx, hash);
  if (offer?.ownerId === ownerId && !offer.isDeleted) refuseSpecial(offer);
  const outcome = await promoteOne(tx, { ownerId, hash, days, at: await tx.readClock() });
  if (outcome !== "promoted") throw wordRefusal(outcome, REFUSES);

  await refreshOwnerFacts(tx, [ownerId]);

  tx.emit({ type: "offer.changed", subject: hash, payload: { ownerId: String(ownerId) } });
}
