/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  user_reputation: [
    "user_id",
    "feedback_positive",
    "feedback_negative",
    "trades_total",
    "partners_total",
    "month_trades",
    "month_successful",
    "badge",
    "trades_successful",
    "release_median_sec",
    "payment_median_sec",
  ],
  user_volumes: [],
  reputation_trades: [],
  reputation_totals: [],
  reputation_slots: [],
  partner_counts: [],
  given_badges: [],
  badge_dues: [],
  trading_pairs: ["user_id", "partner_id", "trades", "last_at"],
} as const;
