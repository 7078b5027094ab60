/** For how long, and until what of the market changes, offers may be shown as they were read. */
import type { ListingQuery, OfferCard } from "#contract/market/offers/offers.ts";
import type { Keeping } from "../../platform/events/kept.ts";
import { isPlain } from "./filters/filter-rows.ts";
import { asksEligible, listingFrom } from "./filters/listing-query.ts";

/** For so long pages with ages and presence, which change with time alone, may be cached. */
export const AGED_MS = 30_000;

/** Offers of a side and coin; of one currency and one method where they are given. */
export function marketTopic(of: {
  side: string;
  crypto: string;
  fiat?: string | undefined;
  methodId?: number | undefined;
}): string {
  return `market:${of.side}:${of.crypto}:${of.fiat ?? "*"}:${of.methodId ?? "*"}`;
}

export function ownersOf(offers: readonly OfferCard[]): string[] {
  return offers.map(({ owner }) => `owner:${owner.username}`);
}

/** Topics of the numbers that a visitor without an account reads beside these filters. */
export function keepingOfFacets(query: ListingQuery): Keeping {
  const { side, crypto, amountMin, amountMax, ...listing } = listingFrom(query, undefined);
  const isFiltered =
    asksEligible(query) ||
    amountMin !== undefined ||
    amountMax !== undefined ||
    !isPlain({ ...listing, side, crypto, amountMin, amountMax }, {});
  const market = isFiltered ? ["rates", marketTopic({ side, crypto })] : [];
  return { topics: [...market, `counts:${crypto}`], forMs: AGED_MS };
}

/** Topics of the offers that a visitor without an account finds by this query. */
export function keepingOfListing(query: ListingQuery, offers: readonly OfferCard[]): Keeping {
  const listing = listingFrom(query, undefined);
  const { side, crypto, fiat, methodIds, amountMin, amountMax } = listing;
  const isFiltered = asksEligible(query) || !isPlain(listing, {}) || amountMin !== undefined || amountMax !== undefined;
  // Of the other side it says how many there are: where they are counted one by one, each of them may change that.
  const sides = isFiltered ? ["buy", "sell"] : [side];
  const methodId = methodIds.length === 1 ? methodIds[0] : undefined;
  const markets = sides.map((of) => marketTopic({ side: of, crypto, fiat: fiat?.code, methodId }));
  return { topics: ["rates", ...markets, `counts:${crypto}`, ...ownersOf(offers)], forMs: AGED_MS };
}

/** Of an offer's page, and of what is recommended beside it: that comes from the same market. */
export function keepingOfOffer(offer: OfferCard, others: readonly OfferCard[]): Keeping {
  const market = marketTopic({
    side: offer.type,
    crypto: offer.cryptoCurrencyCode,
    fiat: offer.fiatCurrencyCode,
    methodId: offer.paymentMethod.id,
  });
  const shown = [offer, ...others];
  return {
    topics: ["rates", market, ...shown.map(({ hash }) => `offer:${hash}`), ...ownersOf(shown)],
    forMs: AGED_MS,
  };
}
