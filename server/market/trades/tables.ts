import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  trades: [
    "id",
    "hash",
    "buyer_id",
    "seller_id",
    "status",
    "flow_type",
    "started_at",
    "details_revealed_at",
    "paid_at",
    "ended_at",
    "released_at",
    "reopen_asked_at",
    "is_reopened",
    "dispute_wait_sec",
    "buyer_feedback_at",
    "seller_feedback_at",
    "owner_id",
    "starter_id",
    "crypto",
    "units",
    "fee_units",
    "cashback_units",
    "price",
    "buyer_share_units",
    "fiat_code",
    "fiat_digits",
    "fiat_units",
    "payment_method_id",
  ],
  running_trades: ["trade_id", "buyer_id", "seller_id"],
  trade_timers: [],
  unfunded_trades: [],
  trade_rules: [],
  trade_usage: [],
  trade_usage_slots: [],
  trade_counts: [],
  trade_transitions: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  trades: {
    ownData: { section: "trades" },
    retention: {
      by: "erase_old_conversations",
      after: "5 years (retention.chat_years): the words of the offer and the place; the trade stays",
    },
    closing: { obstacle: "trades" },
  },
  running_trades: {
    ownData: { none: "trades are in it" },
    retention: { kept: "ends with the trade" },
    closing: { obstacle: "trades" },
  },
  trade_timers: untouched("when trades are due"),
  unfunded_trades: untouched("which trades wait for coins"),
  trade_rules: untouched("declared in the code"),
  trade_usage: {
    ownData: { none: "counted from trades, which are in it" },
    retention: { kept: "kept with the account" },
    closing: { kept: "counts without a name" },
  },
  trade_usage_slots: {
    ownData: { none: "counted from trades, which are in it" },
    retention: { kept: "kept with the account" },
    closing: { kept: "counts without a name" },
  },
  trade_counts: {
    ownData: { none: "counted from trades, which are in it" },
    retention: { kept: "kept with the account" },
    closing: { kept: "counts without a name" },
  },
  trade_transitions: {
    ownData: { none: "the trade has its dates" },
    retention: { kept: "others took part in the trade" },
    closing: { kept: "others took part in the trade" },
  },
};
