/** The verbs of a trade with their actors. The flows define who may do them in which status. */

export const TRADE_VERBS = [
  "fund",
  "await_funds",
  "receive_funds",
  "lose_funds",
  "reveal_details",
  "mark_paid",
  "cancel",
  "expire",
  "release",
  "extend",
  "open_dispute",
  "propose_award",
  "award_buyer",
  "award_seller",
  "ask_reopen",
  "reopen",
  "share_gift_card",
  "accept_gift_card",
  "share_code",
  "reveal_code",
  "fallback",
  "report_chargeback",
  "confirm_chargeback",
  "dismiss_chargeback",
  "repay_chargeback",
] as const;
export type TradeVerb = (typeof TRADE_VERBS)[number];

/** The clock and the platform are no users: transitions by time, and movements of coins. */
export type TradeActor = "buyer" | "seller" | "moderator" | "clock" | "platform";
