/** Which filters are on, besides side, coin, method and currency. */
import { type ListingState, listingState } from "#contract/listing-address.ts";

const FILTERS = [
  "group",
  "fiatMin",
  "isVerifiedOffers",
  "isVerifiedUsers",
  "onlineUsers",
  "acceptableOnly",
  "countryIso",
  "usersCountryIso",
  "binCode",
  "cardRegion",
] as const;

export function activeFilters(state: ListingState): number {
  return FILTERS.filter((name) => Boolean(state[name])).length + state.tags.length;
}

/** The same place with nothing filtered; the currency stays, it is a choice of its own. */
export function withoutFilters(state: ListingState): ListingState {
  const { side, crypto, method, currencyCode, sortType, pageId } = state;
  return { ...listingState({ side, crypto, method }), currencyCode, sortType, pageId };
}
