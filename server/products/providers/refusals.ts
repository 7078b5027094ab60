/** The refusals for the outcomes of an order's reservation. */
import type { RefusalCode } from "#contract/platform/refusals.ts";

export const ORDER_REFUSES: Readonly<Record<string, RefusalCode>> = {
  unknown: "wallet.quote_unknown",
  taken: "wallet.quote_taken",
  expired: "wallet.quote_expired",
  price: "order.price_moved",
  on_hold: "wallet.on_hold",
  restricted: "auth.restricted",
  held: "wallet.security_hold",
  paused: "order.paused",
  user_limit: "order.user_limit",
  provider_limit: "order.unavailable",
  unavailable: "order.unavailable",
  insufficient: "ledger.insufficient_balance",
};
