import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  user_reputation: [
    "user_id",
    "counted_positive",
    "counted_negative",
    "weight_partners",
    "weight_positive",
    "weight_negative",
    "trades_total",
    "partners_total",
    "month_trades",
    "month_successful",
    "badge",
    "tier",
    "is_vendor",
    "trades_successful",
    "release_median_sec",
    "payment_median_sec",
  ],
  user_volumes: [],
  reputation_trades: [],
  reputation_totals: [],
  reputation_slots: [],
  trade_days: [],
  partner_counts: [],
  pair_weights: ["user_id", "partner_id", "rating"],
  given_badges: [],
  badge_dues: [],
  badge_changes: [],
  badge_sweeps: [],
  trading_pairs: ["user_id", "partner_id", "trades", "successful", "last_at"],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  user_reputation: {
    ownData: { none: "counted from trades and feedback, which are in it" },
    retention: { kept: "kept with the account" },
    closing: { kept: "counts without a name" },
  },
  user_volumes: {
    ownData: { none: "counted from trades, which are in it" },
    retention: { kept: "kept with the account" },
    closing: { kept: "counts without a name" },
  },
  reputation_trades: {
    ownData: { none: "counted from trades, which are in it" },
    retention: { kept: "others took part in the trade" },
    closing: { kept: "others took part in the trade" },
  },
  reputation_totals: {
    ownData: { none: "counted from trades, which are in it" },
    retention: { kept: "kept with the account" },
    closing: { kept: "counts without a name" },
  },
  reputation_slots: {
    ownData: { none: "counted from trades, which are in it" },
    retention: { kept: "kept with the account" },
    closing: { kept: "counts without a name" },
  },
  trade_days: {
    ownData: { none: "counted from trades, which are in it" },
    retention: { kept: "kept with the account" },
    closing: { kept: "counts without a name" },
  },
  partner_counts: {
    ownData: { none: "counted from trades, which are in it" },
    retention: { kept: "kept with the account" },
    closing: { kept: "counts without a name" },
  },
  pair_weights: {
    ownData: { none: "counted from trades and feedback, which are in it" },
    retention: { kept: "others took part in the trade" },
    closing: { kept: "others took part in the trade" },
  },
  given_badges: { ownData: { section: "badges" }, retention: { kept: "kept with the account" }, closing: "erased" },
  badge_dues: untouched("users whose badges are due to be computed"),
  badge_changes: { ownData: { section: "badges" }, retention: { kept: "kept with the account" }, closing: "erased" },
  badge_sweeps: untouched("how far accounts were counted anew"),
  trading_pairs: {
    ownData: { none: "counted from trades, which are in it" },
    retention: { kept: "others took part in the trade" },
    closing: { kept: "others took part in the trade" },
  },
};
