/** An offer in one line, from the reader's side. */
import type { OfferView } from "#contract/market/offers/offers.ts";
import type { Translate } from "#sdk/words/t.ts";

export function offerTitle(offer: OfferView, t: Translate): string {
  return t(offer.isSell ? "offer.title_buy" : "offer.title_sell", {
    crypto: offer.cryptoCurrencyCode,
    method: offer.paymentMethod.name.localized,
    name: offer.ownerUsername,
  });
}
