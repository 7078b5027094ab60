/** Whether an offer that moved is still what its reader agreed to. */
import { compareDecimals, decimal } from "#contract/decimal.ts";
import type { OfferView } from "#contract/offers.ts";

type Priced = Pick<OfferView, "fiatPricePerCrypto" | "revision" | "isSell">;

/** The same terms, and a price that is at least as good for whoever answers the offer. */
export function isNoWorse(before: Priced, now: Priced): boolean {
  const moved = compareDecimals(decimal(now.fiatPricePerCrypto), decimal(before.fiatPricePerCrypto));
  return now.revision === before.revision && (now.isSell ? moved <= 0 : moved >= 0);
}
