/** The kinds of limits that keep a trade from starting, or from being larger, by the refusal that says so. */
import type { RefusalCode } from "../../platform/errors/refusals.ts";

export const START_LIMIT_KINDS = ["KycTradeLimit", "TradeLimit", "NewBuyerTradeLimit", "LowBalance"] as const;
export type StartLimitKind = (typeof START_LIMIT_KINDS)[number];

const KINDS: Partial<Record<RefusalCode, StartLimitKind>> = {
  // The rest of the starter's level limits.
  max_per_trade_limit: "KycTradeLimit",
  reached_daily_compliance_limit: "KycTradeLimit",
  "offer.id_and_address": "KycTradeLimit",
  max_2_active_trades_id_not_verified: "KycTradeLimit",
  // The offer's amounts, and the rest of the owner's level limits.
  "trade.amount_out_of_range": "TradeLimit",
  "trade.amount_not_offered": "TradeLimit",
  "offer.cap_used": "TradeLimit",
  "trade.owner_limit": "TradeLimit",
  "offer.new_buyer_limit": "NewBuyerTradeLimit",
  "trade.low_balance": "LowBalance",
};

/** Null if the obstacle is not a limit. */
export function startLimitKind(code: string): StartLimitKind | null {
  return Object.hasOwn(KINDS, code) ? (KINDS[code as RefusalCode] ?? null) : null;
}
