/** The refusals for the outcomes of this module's database functions. */
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";

export const REFUSES: Readonly<Record<string, RefusalCode>> = {
  unknown: "virtual_card.unknown",
  over: "virtual_card.over",
  too_many: "virtual_card.too_many",
  on_hold: "wallet.on_hold",
  restricted: "auth.restricted",
  held: "wallet.security_hold",
  stale: "rates.stale",
  price: "virtual_card.price_moved",
  user_limit: "virtual_card.user_limit",
  program_over: "virtual_card.program_over",
  address: "virtual_card.address",
  waits: "virtual_card.waits",
  known: "virtual_card.dispute_known",
  late: "virtual_card.dispute_late",
  sum: "virtual_card.dispute_sum",
  unavailable: "virtual_card.unavailable",
};
