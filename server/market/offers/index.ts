/** Offers: standing invitations to buy or sell, and what others need of them. */
export { module } from "./module.ts";
/** Makes an offer as its owner would; for the demo market too. */
export { createOffer } from "./create-offer.ts";
export { deleteOffer } from "./delete-offer.ts";
export { resetPenalty } from "./promotion/reset-penalty.ts";
/** Fees that expert traders choose. */
export { chooseFee, mayChooseFee } from "./owners/set-manual-fee.ts";
export { type FeeBounds, feeBounds } from "./rows.ts";
/** Promotion of offers by expert traders. */
export { promoteOffer } from "./promotion/promote-offer.ts";
export { promotionsOf } from "./promotion/promotion-rows.ts";
export { setAmounts } from "./terms/set-amounts.ts";
export { setPrice } from "./terms/set-price.ts";
export { switchAllOffers } from "./switching/switch-all-offers.ts";
export { switchOffer } from "./switching/switch-offer.ts";
export { updateOffer } from "./update-offer.ts";
/** The body that would save an offer as it is. */
export { formOf } from "./terms/form.ts";
/** Very many at once, for the seeding of a demo market. */
export { placeOffers } from "./promotion/place-offers.ts";
/** For trades: lock the offers, know the countries' rules, take from caps and give back, count missed and served. */
export {
  countryRules,
  lockOffersForTrade,
  moveCaps,
  recordMissedTrades,
  recordServedTrades,
  useOffers,
} from "./takers/for-trades.ts";
export { missedTradesOf, standingOffers } from "./rows.ts";
/** The other side of a trade, for a user who wants to make them a special offer. */
export { specialPartner } from "./promotion/special-rows.ts";
/** Every reason against a trade of this amount, or of any amount, gravest first; empty when it may start. Pure. */
export {
  amountRefusalsOf,
  type Barrier,
  barriersFor,
  mayOpenTrade,
  opensFor,
  refusalsOf,
} from "./takers/may-open-trade.ts";
export type { Reader, Taker } from "./takers/facts.ts";
/** The same rules as conditions on the offers of a list. */
export { ALL, isPaidTo, leastAmount, opensTo, opensToColumn, takesAmount } from "./takers/list-rule-rows.ts";
export { type BothStandings, type LevelStanding, levelRefusal } from "./switching/level-standing.ts";
/** An offer, its price at a market rate (fiat for one whole coin), and the amounts that can be traded now. Pure. */
export {
  cashbackAt,
  cashbackShownAt,
  isActive,
  isOpen,
  isOpenTo,
  isPenalised,
  isOver,
  fiatCovered,
  limitsOf,
  marginBpAt,
  maySee,
  type Offer,
  priceAt,
} from "./offer.ts";
/** What a form would save; refuses every value that no offer may have. */
export { poolLeast, termsFrom } from "./terms/terms.ts";
/** Looks again at holds and copies of facts after something about owners changed: balance, restriction, reputation. */
export { reconsiderOffers, refreshOwnerFacts } from "./owners/owner.ts";
/** How many offers an owner may have active, and the owner's lock that keeps to it. */
export { activeLimitOf } from "./switching/active-limit.ts";
/** The effect of a badge on the rank of an offer. Pure. */
export { badgePoints, rankOf } from "./promotion/rank.ts";
/** The seller's fee by method, before discounts, in hundredths of a percent. */
export { baseFeeBp, bestDiscountBp } from "./owners/fee.ts";
/** The discounts of a user. */
export { lockOwner, monthTradesOf, perksOf, recentMethodIds, tierOf } from "./owners/owner-rows.ts";
/** Seconds until the owner's trading hours open; 0 when they are open. */
export { availableInSec } from "./switching/duty-hours.ts";
/** Rows of offers, for this module's readers in listing and my-offers. */
export {
  anyRule,
  BRIEF_COLUMNS,
  type BriefOfferRow,
  briefFrom,
  findOffer,
  OFFER_COLUMNS,
  type OfferRow,
  offerFrom,
} from "./rows.ts";
/** Facts of those who want to take offers. */
export { listingViewer, readerOf, takerAt, takersOf } from "./takers/taker.ts";
export { addressOf } from "./takers/taker-rows.ts";
