/** The refusals for the outcomes of this module's database functions. */
import type { RefusalCode } from "#contract/platform/refusals.ts";

export const REFUSES: Readonly<Record<string, RefusalCode>> = {
  unknown: "card.unknown",
  over: "card.over",
  too_many: "card.too_many",
  on_hold: "wallet.on_hold",
  restricted: "auth.restricted",
  held: "wallet.security_hold",
  stale: "rates.stale",
  price: "card.price_moved",
  user_limit: "card.user_limit",
  unavailable: "card.unavailable",
};
