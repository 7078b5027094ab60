/** Finding an offer: the listing, its facets, one offer's page, favorites, and a user's offers. */
export { module } from "./module.ts";
/** For pages: the same answers that the endpoints give. */
export { countFacets } from "./filters/count-facets.ts";
export { listFavorites } from "./favorites/favorites.ts";
/** Until what changes an answer is true. */
export { AGED_MS, keepingOfListing, keepingOfOffer, marketTopic, ownersOf } from "./keeping.ts";
export { listOffers } from "./list-offers.ts";
/** The filters of a listing, for searches that are saved. */
export { prefixesOf } from "./filters/filter-rows.ts";
export { type Listing, listingFrom } from "./filters/listing-query.ts";
export { buyersMarket, marketChoices, marketCounts } from "./market-counts.ts";
export { ownerOf, poolCounts, sellersByFiat, tourOffer, tourStepsOf } from "./market-rows.ts";
export { listUserOffers } from "./user-offers.ts";
/** Of country pages and landings, by their ids. */
export { filtersOfPage } from "./filters/page-filters.ts";
export { listPool, poolObstacle, poolUsd } from "./silent-pool.ts";
/** The page of an offer for many. */
export {
  type OwnOfOffer,
  ownOfOffer,
  readSharedOffer,
  sharedCards,
  type SharedOffer,
  viewSharedOffer,
} from "./offer-page/shared-offer.ts";
export { viewOffer } from "./offer-page/view-offer.ts";
export { viewAsOwner } from "./offer-page/view-owner.ts";
/** For the owner's desk: the same row and numbers as a card's. */
export { sellerUnitsOf } from "./card.ts";
export { categoryOf } from "./filters/category.ts";
export { type FullCardRow, fullCardRows } from "./listing-rows.ts";
