/** An offer at the newest rate: a floating price follows the market by its margin, with the server's own rounding. */
import { decimal, decimalText } from "#contract/decimal.ts";
import type { OfferView } from "#contract/offers.ts";
import { marginBpFromText, priceOf } from "#contract/prices.ts";
import type { CryptoFiatRate } from "#contract/rates.ts";

/** The offer itself where its price is fixed, and where the rate is not newer than the one it was priced with. */
export function offerAtRate(offer: OfferView, rate: CryptoFiatRate | undefined): OfferView {
  if (!rate || offer.isFixedPrice || Date.parse(rate.asOf) <= Date.parse(offer.rate.asOf)) return offer;
  const price = priceOf({
    rate: decimal(rate.fiatRate),
    marginBp: marginBpFromText(offer.margin),
    fiatDigits: offer.fiatCurrency.digits,
  });
  return { ...offer, fiatPricePerCrypto: decimalText(price), rate: { asOf: rate.asOf, state: rate.state } };
}
