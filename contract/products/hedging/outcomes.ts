/** Where a rule is, and what came of an occasion. */
export const HEDGE_STATUSES = ["active", "paused", "ended"] as const;
export const HEDGE_PAUSES = ["user", "deposit_reversed"] as const;

/** What came of an occasion. */
export const HEDGE_OUTCOMES = [
  "converted",
  "paused",
  "halted",
  "restricted",
  "on_hold",
  "stale",
  "price",
  "reversed",
  "too_small",
  "price_moved",
  "insufficient",
  "unavailable",
] as const;
