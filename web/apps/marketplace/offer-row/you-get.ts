/** The coins for a sum of fiat at an offer's price, rounded down to the coin's digits. */
import { decimal } from "#contract/platform/decimal.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import type { OfferCard } from "#contract/market/offers/offers.ts";
import { cryptoUnitsOf } from "#contract/money/prices.ts";
import type { Locale } from "#contract/platform/page.ts";
import { cryptoText } from "#sdk/words/money.ts";

export function youGet(
  locale: Locale,
  offer: Pick<OfferCard, "cryptoCurrencyCode" | "fiatPricePerCrypto">,
  sum: string,
): string | null {
  const price = decimal(offer.fiatPricePerCrypto);
  const fiat = decimal(sum);
  if (price.units <= 0n || fiat.units <= 0n) return null;
  const { digits } = CRYPTO[offer.cryptoCurrencyCode];
  const units = cryptoUnitsOf({ fiatUnits: fiat.units, fiatDigits: fiat.digits, price, cryptoDigits: digits });
  return cryptoText(locale, displayFromUnits(units, digits), offer.cryptoCurrencyCode);
}
