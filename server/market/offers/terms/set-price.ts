/** An owner changes the margin of a floating offer, or the price of a fixed one. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { getFiat, getPaymentMethod } from "../../../reference/catalog/index.ts";
import { lockOwnOffer, updatePrice } from "../rows.ts";
import { marketRules, priceFrom } from "./terms.ts";
import { reconsiderOffers, refreshOwnerFacts } from "../owners/owner.ts";
import { refuseSpecial } from "../promotion/special.ts";

type NewPrice = { readonly margin: string } | { readonly fixed_price: string };

/**
 * The kind of price stays: refuses offer.price_kind for the other kind. Refuses offer.not_found, offer.special_locked, offer.margin_range,
 * offer.margin_unconfirmed, rates.unknown. Emits offer.changed.
 */
export async function setPrice(
  tx: Tx,
  { hash, ownerId, price, isConfirmed }: { hash: string; ownerId: bigint; price: NewPrice; isConfirmed: boolean },
): Promise<void> {
  const offer = await lockOwnOffer(tx, { hash, ownerId });
  if (!offer) throw new Refusal("offer.not_found");
  refuseSpecial(offer);
  if ("margin" in price !== (offer.marginBp !== null)) throw new Refusal("offer.price_kind");
  const rules = await marketRules(tx, {
    crypto: offer.crypto,
    fiat: getFiat(offer.fiat),
    method: getPaymentMethod(offer.methodId),
  });
  const { marginBp, fixedPrice } = priceFrom(
    { ...price, offer_type: offer.side, confirm_critical_margin: isConfirmed },
    rules,
  );

  await updatePrice(tx, offer.id, { marginBp, fixedPrice });
  await refreshOwnerFacts(tx, [ownerId]);
  await reconsiderOffers(tx, [ownerId]);

  tx.emit({ type: "offer.changed", subject: hash, payload: { ownerId: String(ownerId) } });
}
