/** Reports and moderation of offers by name: a screen needs the names, and not what reads a request. */

/** Why an offer is reported: the five reasons that either side of a trade may give. Ids never change. */
export const REPORT_REASONS = [
  { id: 1, slug: "outside_escrow" },
  { id: 2, slug: "bad_offer_terms" },
  { id: 3, slug: "obvious_scam" },
  { id: 4, slug: "negotiation" },
  { id: 5, slug: "other" },
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number]["slug"];

export const REPORT_MAX = 250;
export const OFFER_APPEAL_MIN = 20;
export const OFFER_APPEAL_MAX = 2000;
export const MODERATION_REASON_MAX = 1000;
/** Of the days that an offer is featured; how many are the most now is a setting. */
export const FEATURED_DAYS_MAX = 90;

/** Offers with reports that wait, with an appeal that waits, all that are off the market, and those that staff feature. */
export const OFFER_QUEUES = ["reports", "appeals", "rejected", "featured"] as const;
export type OfferQueue = (typeof OFFER_QUEUES)[number];

/** The status of an offer that is off the market: its owner can appeal, has appealed, or can no longer appeal. */
export const OFF_MARKET_STATES = ["rejected", "appealed", "no_appeal"] as const;
