/** The listing in a few words: for its heading, and for the tab. */
import type { CryptoCode } from "#contract/money.ts";
import type { Side } from "#contract/paths.ts";
import type { Translate } from "#sdk/t.ts";

export function listingTitle(side: Side, crypto: CryptoCode, method: string | null, t: Translate): string {
  if (method === null) return t(side === "buy" ? "listing.title_buy" : "listing.title_sell", { crypto });
  return t(side === "buy" ? "listing.title_buy_with" : "listing.title_sell_for", { crypto, method });
}
