/** The listing in a few words: for its heading, and for the tab. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { Side } from "#contract/market/offers/listing/paths.ts";
import type { Translate } from "#sdk/words/t.ts";

type Place = {
  readonly side: Side;
  readonly crypto: CryptoCode;
  readonly method: string | null;
  /** At the address of gift cards. */
  readonly isOfGiftCards?: boolean;
};

export function listingTitle({ side, crypto, method, isOfGiftCards }: Place, t: Translate): string {
  if (isOfGiftCards && method === null)
    return t(side === "buy" ? "listing.title_buy_cards" : "listing.title_sell_cards", { crypto });
  if (method === null) return t(side === "buy" ? "listing.title_buy" : "listing.title_sell", { crypto });
  return t(side === "buy" ? "listing.title_buy_with" : "listing.title_sell_for", { crypto, method });
}
