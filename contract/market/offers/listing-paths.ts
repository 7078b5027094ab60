/** The addresses of listings, which name the side, the coin and the payment method. */
import type { CryptoCode } from "../../money/money.ts";

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
