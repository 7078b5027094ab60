/**
 * The coins for a sum of fiat at an offer's price, rounded down to the coin's digits. By hand: the module of exact decimals would be
 * in every page for this division alone.
 */
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import type { OfferCard } from "#contract/market/offers/offers.ts";
import type { Locale } from "#contract/platform/page.ts";
import { cryptoText } from "#sdk/words/money.ts";

type Priced = Pick<OfferCard, "cryptoCurrencyCode" | "fiatPricePerCrypto">;

export function youGet(locale: Locale, offer: Priced, sum: string): string | null {
  const units = coinUnitsFor(offer, sum);
  if (units === null) return null;
  const { digits, code } = CRYPTO[offer.cryptoCurrencyCode];
  return cryptoText(locale, displayFromUnits(units, digits), code);
}

/** null where the sum or the price is nothing. */
export function coinUnitsFor({ cryptoCurrencyCode, fiatPricePerCrypto }: Priced, sum: string): bigint | null {
  const [fiat, price] = [whole(sum), whole(fiatPricePerCrypto)];
  if (fiat.units <= 0n || price.units <= 0n) return null;
  const { digits } = CRYPTO[cryptoCurrencyCode];
  return (fiat.units * 10n ** BigInt(digits + price.digits)) / (price.units * 10n ** BigInt(fiat.digits));
}

function whole(text: string): { units: bigint; digits: number } {
  const [before = "0", after = ""] = text.split(".");
  return { units: BigInt(before + after), digits: after.length };
}
