/** The refusals for the outcomes of an order's reservation. */
import { displayFromUnits } from "#contract/money/money.ts";
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import { outcomeRefusal } from "../../money/ledger/index.ts";

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

/** Also of one that goes over a limit of the user's level, which level_obstacle names in cents. */
export function orderRefusal(outcome: string, words: Parameters<typeof outcomeRefusal>[1]): Refusal {
  const [what, of, left, limit] = outcome.split(":");
  if (what !== "level" || left === undefined || limit === undefined) return outcomeRefusal(outcome, words);
  const dollars = (cents: string) => displayFromUnits(BigInt(cents), 2);
  return new Refusal(of === "day" ? "order.level_day" : "order.level_lifetime", {
    ...{ left: dollars(left), limit: dollars(limit) },
  });
}
