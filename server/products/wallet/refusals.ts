/** The refusals for the outcomes of this module's database functions. */
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";

export const REFUSES: Readonly<Record<string, RefusalCode>> = {
  unknown: "wallet.quote_unknown",
  taken: "wallet.quote_taken",
  expired: "wallet.quote_expired",
  on_hold: "wallet.on_hold",
  restricted: "auth.restricted",
  closed: "wallet.rail_unavailable",
  insufficient: "ledger.insufficient_balance",
  unavailable: "wallet.conversion_unavailable",
};
