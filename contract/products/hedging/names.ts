/** The words of rules that convert a balance, as forms and screens need them. */
import { CRYPTO_CODES } from "../../money/money.ts";

/** A deposit is credited, a trade brings coins, a time has come, a price is crossed. */
export const HEDGE_TRIGGERS = ["deposit", "trade_end", "schedule", "price"] as const;
export type HedgeTrigger = (typeof HEDGE_TRIGGERS)[number];

/** Each coin into tether, and back. */
export const HEDGE_COINS = CRYPTO_CODES.filter((code) => code !== "USDT");

export const PRICE_SIDES = ["at_most", "at_least"] as const;
export type PriceSide = (typeof PRICE_SIDES)[number];

export const EVERY_DAYS = [1, 7, 30] as const;
export type EveryDays = (typeof EVERY_DAYS)[number];

/** The most rules that a user has at a time. */
export const MOST_HEDGE_RULES = 20;

type Worded = {
  readonly trigger: string;
  readonly from: string;
  readonly to: string;
  readonly shareBp: number;
  readonly keepUnits: bigint;
  readonly price: { readonly side: PriceSide; readonly usdCents: bigint } | null;
  readonly everyDays: number | null;
};

/** The rule as its proof names it; the database writes the same (hedge_rule_text). */
export function hedgeRuleText({ trigger, from, to, shareBp, keepUnits, price, everyDays }: Worded): string {
  const when = price ? `${price.side}${price.usdCents}` : "any";
  return [trigger, from, to, shareBp, keepUnits, when, everyDays ?? 0].join("-");
}
