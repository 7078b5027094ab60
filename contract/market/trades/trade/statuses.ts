/** The statuses of a trade, and which of them mean what: for both sides, and for the database as parameters. */

export const TRADE_STATUSES = [
  "not_funded",
  "funds_processing",
  "funds_processed",
  "active_funded",
  "gcc_info_shared",
  "gcc_info_accepted",
  "gcc_code_shared",
  "paid",
  "dispute_open",
  "dispute_awarded",
  "dispute_won_buyer",
  "dispute_won_seller",
  "released",
  "chargeback_started",
  "chargeback_paid",
  "expired",
  "cancelled_buyer",
  "cancelled_seller",
  "cancelled_system",
] as const;
export type TradeStatus = (typeof TRADE_STATUSES)[number];

/** The flows that a trade can run in; server/market/trades/flows has a file for each. */
export const FLOW_TYPES = ["default", "lite", "gcc-auto", "bt-auto"] as const;
export type FlowType = (typeof FLOW_TYPES)[number];

/** Statuses that no trade ever has: a filter by them finds nothing. */
export const UNUSED_STATUSES = ["pending", "cancelled"] as const;

/** The seller says that a payment was taken back after the release; made good in the end, or dismissed and released again. */
export const CHARGEBACK_STATUSES = ["chargeback_started", "chargeback_paid"] as const satisfies readonly TradeStatus[];
/** The coins went to the buyer, whatever became of the payment since. */
export const SUCCESSFUL_STATUSES = [
  "released",
  "dispute_won_buyer",
  ...CHARGEBACK_STATUSES,
] as const satisfies readonly TradeStatus[];
export const CANCELLED_STATUSES = [
  "cancelled_buyer",
  "cancelled_seller",
  "cancelled_system",
] as const satisfies readonly TradeStatus[];
/** Ended without a decision about the coins: such a trade may be reopened. */
export const REOPENABLE_STATUSES = ["expired", ...CANCELLED_STATUSES] as const satisfies readonly TradeStatus[];
export const FINAL_STATUSES = [
  ...REOPENABLE_STATUSES,
  ...SUCCESSFUL_STATUSES,
  "dispute_won_seller",
] as const satisfies readonly TradeStatus[];
/** A moderator has it, or will; of a larger sum a first one has decided, and a second has to say the same. */
export const DISPUTE_STATUSES = ["dispute_open", "dispute_awarded"] as const satisfies readonly TradeStatus[];
/** The escrow account of the trade holds the coins. */
export const ESCROW_STATUSES = [
  "active_funded",
  "gcc_info_shared",
  "gcc_info_accepted",
  "gcc_code_shared",
  "paid",
  ...DISPUTE_STATUSES,
] as const satisfies readonly TradeStatus[];
/** The buyer says that they have paid: by the money, or by the code of a card. */
export const PAID_STATUSES = ["paid", "gcc_code_shared"] as const satisfies readonly TradeStatus[];
/** The trade waits for the coins of a seller who was short: none known of, enough on their way, enough arrived. */
export const UNFUNDED_STATUSES = [
  "not_funded",
  "funds_processing",
  "funds_processed",
] as const satisfies readonly TradeStatus[];
/** From the start, however long the coins are on their way. */
export const FUND_WITHIN_MINUTES = 30;
/** The payment window, or the time to fund, is running. */
export const TIMED_STATUSES = [
  "active_funded",
  "gcc_info_shared",
  "gcc_info_accepted",
  ...UNFUNDED_STATUSES,
] as const satisfies readonly TradeStatus[];

const includes = (group: readonly TradeStatus[]) => (status: TradeStatus) => group.includes(status);

export const isFinal = includes(FINAL_STATUSES);
export const isSuccessful = includes(SUCCESSFUL_STATUSES);
/** Ended, and no chargeback of it is open. */
export const isOver = (status: TradeStatus): boolean => isFinal(status) && status !== "chargeback_started";
export const isInEscrow = includes(ESCROW_STATUSES);
export const isDisputed = includes(DISPUTE_STATUSES);
export const isChargedBack = includes(CHARGEBACK_STATUSES);
export const isPaid = includes(PAID_STATUSES);
export const isUnfunded = includes(UNFUNDED_STATUSES);
export const isTimed = includes(TIMED_STATUSES);

export const HISTORY_FILTERS = ["all", "successful", "cancelled", "disputed", "dispute", "expired", "active"] as const;
/** A group, or one status; those that no trade ever has are accepted too. */
export const HISTORY_STATUSES = [
  ...HISTORY_FILTERS,
  ...UNUSED_STATUSES.filter((status) => status !== "cancelled"),
  "feedback_updated",
  ...TRADE_STATUSES.filter((status) => status !== "expired"),
] as const;
