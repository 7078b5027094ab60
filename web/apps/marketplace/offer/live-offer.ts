/** An offer at the newest rate: a floating price follows the market by its margin, with the server's own rounding. */
import { decimal, decimalText } from "#contract/platform/decimal.ts";
import type { OfferView } from "#contract/market/offers/offers.ts";
import { marginBpFromText, priceOf } from "#contract/money/prices.ts";
import type { CryptoFiatRate } from "#contract/money/rates.ts";

/** The rates with this one in them, unless a newer one of its pair is there. */
export function withRate(rates: readonly CryptoFiatRate[], rate: CryptoFiatRate): readonly CryptoFiatRate[] {
  const known = rates.find((one) => one.cryptoCurrencyCode === rate.cryptoCurrencyCode);
  if (known && Date.parse(known.asOf) >= Date.parse(rate.asOf)) return rates;
  return [...rates.filter((one) => one !== known), rate];
}

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
