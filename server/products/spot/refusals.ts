/** The refusals for the outcomes of this module's database functions. */
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";

export const REFUSES: Readonly<Record<string, RefusalCode>> = {
  closed: "spot.market_closed",
  price: "spot.price_far",
  notional: "spot.too_small",
  too_many: "spot.too_many_orders",
  same_client_id: "spot.same_client_id",
  on_hold: "wallet.on_hold",
  restricted: "auth.restricted",
  no_session: "spot.no_session",
  session_market: "spot.session_market",
  session_limit: "spot.session_limit",
  no_key: "api_key.wrong",
  key_market: "spot.key_market",
  key_limit: "spot.key_limit",
  no_rate: "spot.no_rate",
  insufficient: "ledger.insufficient_balance",
  unknown: "spot.order_unknown",
  ended: "spot.order_ended",
  lots: "spot.amend_lower",
};
