/** The addresses of listings, which name the side, the coin and the payment method. */
import { CRYPTO_CODES, type CryptoCode } from "../../../money/money.ts";
import { LOCALES } from "../../../platform/locales.ts";

export type Side = "buy" | "sell";

export const ANY_METHOD = "with-any-payment-method";

type Listing = { side: Side; crypto: CryptoCode; method?: string };

export function listingPath({ side, crypto, method = ANY_METHOD }: Listing): string {
  return `/trading/${side}-${crypto.toLowerCase()}/${method}`;
}

/** Offers that gift cards pay; without a coin in the address it is bitcoin. */
export function giftCardListingPath({ side, crypto, method = ANY_METHOD }: Listing): string {
  return `/${side}-giftcard${crypto === "BTC" ? "" : `-for-${crypto.toLowerCase()}`}/${method}`;
}

/** The place of a listing's path, in any language; undefined for another path. The method may not exist. */
export function placeOfListing(
  path: string,
): { side: Side; crypto: CryptoCode; method: string; isOfGiftCards: boolean } | undefined {
  const [first = "", ...others] = path.split("/").slice(1);
  const parts = LOCALES.some((locale) => locale === first) ? others : [first, ...others];
  const match = /^(?:trading\/(buy|sell)-([a-z]+)|(buy|sell)-giftcard(?:-for-([a-z]+))?)\/([a-z0-9-]{1,80})$/.exec(
    parts.join("/"),
  );
  if (!match) return undefined;
  const [, side, coin, cardSide, cardCoin = "btc", method = ANY_METHOD] = match;
  const crypto = CRYPTO_CODES.find((code) => code.toLowerCase() === (coin ?? cardCoin));
  return crypto && { side: (side ?? cardSide) as Side, crypto, method, isOfGiftCards: side === undefined };
}
