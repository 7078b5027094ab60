/** The statuses of a trade, and which of them mean what: for both sides, and for the database as parameters. */

export const TRADE_STATUSES = [
  "not_funded",
  "funds_processing",
  "funds_processed",
  "active_funded",
  "paid",
  "dispute_open",
  "dispute_awarded",
  "dispute_won_buyer",
  "dispute_won_seller",
  "released",
  "expired",
  "cancelled_buyer",
  "cancelled_seller",
  "cancelled_system",
] as const;
export type TradeStatus = (typeof TRADE_STATUSES)[number];

/** The flows that a trade can run in; server/market/trades/flows has a file for each. */
export type FlowType = "default";

/** The coins went to the buyer. */
export const SUCCESSFUL_STATUSES = ["released", "dispute_won_buyer"] as const satisfies readonly TradeStatus[];
export const CANCELLED_STATUSES = [
  "cancelled_buyer",
  "cancelled_seller",
  "cancelled_system",
] as const satisfies readonly TradeStatus[];
/** Ended without anybody's decision about the coins: such a trade may be reopened. */
export const REOPENABLE_STATUSES = ["expired", ...CANCELLED_STATUSES] as const satisfies readonly TradeStatus[];
export const FINAL_STATUSES = [
  ...REOPENABLE_STATUSES,
  ...SUCCESSFUL_STATUSES,
  "dispute_won_seller",
] as const satisfies readonly TradeStatus[];
/** The escrow account of the trade holds the coins. */
export const ESCROW_STATUSES = ["active_funded", "paid", "dispute_open"] as const satisfies readonly TradeStatus[];
/** The payment window, or the time to fund, is running. */
export const TIMED_STATUSES = ["active_funded", "not_funded"] as const satisfies readonly TradeStatus[];

const includes = (group: readonly TradeStatus[]) => (status: TradeStatus) => group.includes(status);

export const isFinal = includes(FINAL_STATUSES);
export const isSuccessful = includes(SUCCESSFUL_STATUSES);
export const isInEscrow = includes(ESCROW_STATUSES);
export const isTimed = includes(TIMED_STATUSES);
