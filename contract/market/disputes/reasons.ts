/** Why a side asks for a moderator, by name; apart from the calls, so that a screen can list them without the schemas. */
export const DISPUTE_REASONS = [
  "outside_escrow",
  "bad_offer_terms",
  "obvious_scam",
  "negotiation",
  "other",
  "buyer_unresponsive_vendor",
  "buyer_payment_issue",
  "buyer_other",
  "vendor_coinlocker",
  "vendor_payment_issue",
  "vendor_other",
] as const;
export type DisputeReasonSlug = (typeof DISPUTE_REASONS)[number];
