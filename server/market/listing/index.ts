/** Finding an offer: the listing, its facets, one offer's page, favorites, and a user's offers. */
export { module } from "./module.ts";
/** For pages: the same answers that the endpoints give. */
export { countFacets } from "./count-facets.ts";
export { listFavorites } from "./favorites.ts";
/** Until what changes an answer is true. */
export { AGED_MS, keepingOfListing, keepingOfOffer, marketTopic, ownersOf } from "./keeping.ts";
export { listOffers } from "./list-offers.ts";
/** The filters of a listing, for searches that are saved. */
export { prefixesOf } from "./filter-rows.ts";
export { type Listing, listingFrom } from "./listing-query.ts";
export { buyersMarket, marketChoices, marketCounts } from "./market-counts.ts";
export { ownerOf, poolCounts, sellersByFiat, tourOffer, tourStepsOf } from "./market-rows.ts";
export { listUserOffers } from "./user-offers.ts";
/** Of country pages and landings, by their ids. */
export { filtersOfPage } from "./page-filters.ts";
export { listPool, poolObstacle, poolUsd } from "./silent-pool.ts";
/** The page of an offer for many. */
export {
  type OwnOfOffer,
  ownOfOffer,
  readSharedOffer,
  sharedCards,
  type SharedOffer,
  viewSharedOffer,
} from "./shared-offer.ts";
export { viewOffer } from "./view-offer.ts";
export { viewAsOwner } from "./view-owner.ts";
/** For the owner's desk: the same row and numbers as a card's. */
export { sellerUnitsOf } from "./card.ts";
export { categoryOf } from "./category.ts";
export { type FullCardRow, fullCardRows } from "./listing-rows.ts";
