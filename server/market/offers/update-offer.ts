/** An owner replaces what an offer says. Open trades keep what they were opened with. */
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { refuseBeyondLimit } from "./switching/active-limit.ts";
import { hasTwin, lockOwner } from "./owners/owner-rows.ts";
import { refuseNewCap, refuseNewCardFlow } from "./offer-cap.ts";
import { refuseStrangeAccount } from "./terms/named-account.ts";
import { termsFrom } from "./terms/terms.ts";
import { reconsiderOffers, refreshOwnerFacts } from "./owners/owner.ts";
import { lockOwnOffer, setSwitch, updateOfferTerms } from "./rows.ts";
import { refuseSpecial } from "./promotion/special.ts";

/** Refuses offer.not_found, offer.special_locked, offer.side_final, and what making one refuses. Emits offer.changed. */
export async function updateOffer(
  tx: Tx,
  { hash, ownerId, body }: { hash: string; ownerId: bigint; body: OfferBody },
): Promise<void> {
  await lockOwner(tx, ownerId);
  const offer = await lockOwnOffer(tx, { hash, ownerId });
  if (!offer) throw new Refusal("offer.not_found");
  refuseSpecial(offer);
  if (body.chat_id !== undefined) throw fieldRefusal("offer.special_locked", "chat_id");
  if (body.partner_id !== undefined) throw fieldRefusal("offer.special_locked", "partner_id");
  if (offer.side !== body.offer_type) throw fieldRefusal("offer.side_final", "offer_type");
  if (offer.crypto !== body.crypto_currency_code) throw fieldRefusal("offer.side_final", "crypto_currency_code");

  const isOn = body.is_active ?? offer.isOn;
  if (isOn && !offer.isOn) await refuseBeyondLimit(tx, ownerId, 1);
  const terms = await termsFrom(tx, body);
  await refuseStrangeAccount(tx, { ownerId, terms });
  await refuseNewCap(tx, { ownerId, cap: terms, before: offer });
  await refuseNewCardFlow(tx, { ownerId, flow: terms.flowType, before: offer.flowType });
  if (isOn && (await hasTwin(tx, { ...terms, id: offer.id, ownerId }))) throw new Refusal("offer.duplicate");

  await updateOfferTerms(tx, offer.id, terms, { isNewCap: terms.capUnits !== offer.capUnits });
  if (isOn !== offer.isOn) await setSwitch(tx, [offer.id], isOn);
  await refreshOwnerFacts(tx, [ownerId]);
  await reconsiderOffers(tx, [ownerId]);

  tx.emit({ type: "offer.changed", subject: hash, payload: { ownerId: String(ownerId) } });
}
