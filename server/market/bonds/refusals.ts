/** The refusals for the outcomes of this module's database functions. */
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";

export const REFUSES: Readonly<Record<string, RefusalCode>> = {
  nothing_missing: "bond.nothing_missing",
  nothing: "bond.none",
  in_trade: "bond.in_trade",
  locked: "bond.locked",
  on_hold: "wallet.on_hold",
  restricted: "auth.restricted",
  no_rate: "rates.stale",
  insufficient: "ledger.insufficient_balance",
};
