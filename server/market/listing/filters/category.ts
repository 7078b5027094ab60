/** The category of an offer: unlisted, for large trades, or paid by gift cards. Pure. */
import { compareDecimals, decimal, over } from "#contract/platform/decimal.ts";
import type { BriefOffer, OfferCategory } from "#contract/market/offers/offer-fields.ts";
import { getFiat, getPaymentMethod } from "../../../reference/catalog/index.ts";
import type { CardRow } from "../listing-rows.ts";

type Known = Pick<CardRow, "market_rate" | "usd_rate" | "otc_usd">;

/** The first that fits; null for most. */
export function categoryOf(
  offer: Pick<BriefOffer, "isSilent" | "methodId" | "minUnits" | "fiat">,
  known: Known,
): OfferCategory | null {
  if (offer.isSilent) return "silent-pool";
  if (isForLargeTrades(offer, known)) return "otc";
  return getPaymentMethod(offer.methodId).group === "gift-cards" ? "gift-cards" : null;
}

/** Not even its least amount is worth less, at the rates of the row. */
function isForLargeTrades({ minUnits, fiat }: Pick<BriefOffer, "minUnits" | "fiat">, known: Known): boolean {
  const perUsd = over(decimal(known.market_rate), decimal(known.usd_rate), 18, "nearest");
  const least = over({ units: minUnits, digits: getFiat(fiat).digits }, perUsd, 2, "down");
  return compareDecimals(least, { units: BigInt(known.otc_usd), digits: 0 }) >= 0;
}
