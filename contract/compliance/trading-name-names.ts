/** Names about trading names of companies: screens need them without the code that parses requests. */

/**
 * waiting: for two reviewers. replaced: another one was approved in its place. withdrawn: by the company. removed: by staff. ended: with
 * the verification of the company.
 */
export const TRADING_NAME_STATUSES = [
  "waiting",
  "approved",
  "refused",
  "withdrawn",
  "replaced",
  "removed",
  "ended",
] as const;
export type TradingNameStatus = (typeof TRADING_NAME_STATUSES)[number];

/** Why staff refuse a trading name, or take an approved one away; the company reads it. */
export const TRADING_NAME_REASONS = ["not_shown", "like_another", "misleading", "offensive"] as const;
export type TradingNameReason = (typeof TRADING_NAME_REASONS)[number];

export const TRADING_NAME_QUEUES = ["waiting", "approved", "decided"] as const;
export type TradingNameQueue = (typeof TRADING_NAME_QUEUES)[number];

/** How many reviewers approve one, as of its company. */
export const TRADING_NAME_APPROVERS = 2;
