/** Whether an offer that moved is still what its reader agreed to. */
import { isLessCashback } from "#contract/money/cashback.ts";
import { compareDecimals, decimal } from "#contract/platform/decimal.ts";
import type { OfferView } from "#contract/market/offers/offers.ts";

type Agreed = Pick<OfferView, "fiatPricePerCrypto" | "revision" | "isSell" | "cashback">;

/** The same terms, and a price and cashback that are at least as good for the taker. */
export function isNoWorse(before: Agreed, now: Agreed): boolean {
  const moved = compareDecimals(decimal(now.fiatPricePerCrypto), decimal(before.fiatPricePerCrypto));
  if (isLessCashback(before.cashback, now.cashback)) return false;
  return now.revision === before.revision && (now.isSell ? moved <= 0 : moved >= 0);
}

/** The reported change: the price if it is worse, else the terms, including cashback. */
export function whatChanged(before: Agreed, now: Agreed): "offer_margin_changed" | "offer_changed" {
  const isPriceOnly = isNoWorse({ ...before, fiatPricePerCrypto: now.fiatPricePerCrypto }, now);
  return isPriceOnly ? "offer_margin_changed" : "offer_changed";
}
