/** Offers: standing invitations to buy or sell, and what market/trades needs of them. */
/** Makes an offer as its owner would; for the demo market too. */
export { createOffer, type Owner } from "./create-offer.ts";
/** Very many at once, for the seeding of a demo market. */
export { type PlacedOffer, placeOffers } from "./place-offers.ts";
/** Called once when the app is built: in the demo market offers need level one. */
export { useDemoOfferLevel } from "./creation-level.ts";
/** For trades: lock the offers, know the countries' rules, take from caps and give back, count missed and served. */
export {
  countryRules,
  giveBackOffers,
  lockOffersForTrade,
  type OfferUse,
  recordMissedTrades,
  recordServedTrades,
  useOffers,
} from "./for-trades.ts";
/** For pages: the listing, its facets, one offer as its page shows it, favourites and somebody's offers. */
export { countFacets } from "./count-facets.ts";
export { listFavorites } from "./favorites.ts";
export { listMyOffers } from "./list-my-offers.ts";
export { listOffers } from "./list-offers.ts";
export { listUserOffers } from "./user-offers.ts";
export { viewOffer } from "./view-offer.ts";
/** The endpoints of this module. */
export { routes } from "./http.ts";
/** Jobs, and the subscriber of setting.changed. */
export { followSetting, jobs } from "./jobs.ts";
/** Every reason against a trade of this amount, gravest first; empty when it may start. Pure. */
export { mayOpenTrade, type Situation, type Taker } from "./may-open-trade.ts";
/** An offer, and its price at a market rate: fiat for one whole coin. */
export { isActive, marginBpAt, type Offer, priceAt as priceOffer } from "./offer.ts";
/** Looks again at holds and copies of facts after something about owners changed: balance, restriction, reputation. */
export { reconsiderOffers, refreshOwnerFacts } from "./owner.ts";
/** One offer by its public hash, also a deleted one; takes no lock. */
export { findOffer } from "./rows.ts";
/** Switches an offer, as its owner would. */
export { switchOffer } from "./switch-offer.ts";
/** Facts of those who want to take offers, for mayOpenTrade. */
export { takersOf } from "./taker.ts";
