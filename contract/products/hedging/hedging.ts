/** Protection of a balance on the wire: rules that convert on an occasion, what they did, and what they would have done. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { amount, count, cryptoCode, hash, instant } from "../../platform/wire.ts";
import { EVERY_DAYS, HEDGE_TRIGGERS, PRICE_SIDES } from "./names.ts";
import { HEDGE_OUTCOMES, HEDGE_PAUSES, HEDGE_STATUSES } from "./outcomes.ts";

/** An amount of coins, or a price in dollars, as exact decimal text. */
const decimal = z.string();

const ruleFields = {
  /** A deposit or a trade that brings `from`; every so many days; or a price that is crossed. */
  trigger: z.enum(HEDGE_TRIGGERS),
  /** One of the two is USDT. */
  from: cryptoCode,
  to: cryptoCode,
  /** In hundredths of a percent: of what arrived; of a schedule or a price, of what is above `keep`. */
  share_bp: z.int().check(z.gte(1), z.lte(10_000)),
};

export const hedgeRule = z.strictObject({
  id: hash,
  trigger: z.enum(HEDGE_TRIGGERS),
  from: cryptoCode,
  to: cryptoCode,
  shareBp: count,
  /** So much of `from` always stays. */
  keep: decimal,
  /** Converts only at such a price of the coin that is not USDT, in dollars. */
  price: z.nullable(z.strictObject({ side: z.enum(PRICE_SIDES), usd: decimal })),
  /** Of a schedule, with the next time. */
  everyDays: z.nullable(z.literal([...EVERY_DAYS])),
  nextAt: z.nullable(instant),
  status: z.enum(HEDGE_STATUSES),
  pausedWhy: z.nullable(z.enum(HEDGE_PAUSES)),
  createdAt: instant,
  /** Since the first of this month (UTC). */
  month: z.strictObject({ conversions: count, gave: decimal, got: decimal }),
});
export type HedgeRule = z.infer<typeof hedgeRule>;

export const hedgeRun = z.strictObject({
  ruleId: hash,
  occasion: z.enum(HEDGE_TRIGGERS),
  outcome: z.enum(HEDGE_OUTCOMES),
  from: cryptoCode,
  to: cryptoCode,
  /** Of a conversion, which is in the history of the wallet under this id. */
  conversionId: z.nullable(hash),
  gave: z.nullable(decimal),
  got: z.nullable(decimal),
  at: instant,
});
export type HedgeRun = z.infer<typeof hedgeRun>;

export const hedging = z.strictObject({
  /** Those that go on, newest first. */
  rules: z.array(hedgeRule),
  /** The last hundred occasions, newest first. */
  runs: z.array(hedgeRun),
  /** What each conversion costs, in hundredths of a percent. */
  spreadBp: count,
});
export type Hedging = z.infer<typeof hedging>;

const path = "/rest/v1/hedging";

export const getHedging = endpoint({
  name: "getHedging",
  method: "GET",
  path,
  summary: "The caller's rules that convert their balance, and what the rules did",
  reply: hedging,
});

const given = {
  ...ruleFields,
  keep: z.optional(amount),
  price_side: z.optional(z.enum(PRICE_SIDES)),
  price_usd: z.optional(amount),
};

export const createHedgeRule = endpoint({
  name: "createHedgeRule",
  method: "POST",
  path: `${path}/rules`,
  summary:
    "Save a rule, with a proof of kind hedge_rule whose id is the rule: trigger, from, to, share_bp, units to keep, any or the price's side with its cents, and days or 0, joined by hyphens",
  body: z.strictObject({ ...given, every_days: z.optional(z.literal([...EVERY_DAYS])) }),
  reply: hedging,
  refusals: [
    "hedging.rule_shape",
    "hedging.feeds",
    "hedging.too_many",
    "money.malformed",
    "money.too_many_digits",
    "wallet.same_currency",
    "auth.password_proof",
    "wallet.on_hold",
  ],
});

export const switchHedgeRule = endpoint({
  name: "switchHedgeRule",
  method: "POST",
  path: `${path}/rules/:id`,
  summary: "Pause, resume or end a rule; one that has ended stays so",
  params: z.strictObject({ id: hash }),
  body: z.strictObject({ status: z.enum(HEDGE_STATUSES) }),
  reply: hedging,
  refusals: ["hedging.unknown"],
});

export const pauseHedging = endpoint({
  name: "pauseHedging",
  method: "POST",
  path: `${path}/pause`,
  summary: "Pause all rules",
  reply: hedging,
});

export const hedgePreview = z.strictObject({
  /** Of the days that are on record: the value in dollars with the rule and without it, fees included. */
  points: z.array(z.strictObject({ date: z.string(), ruled: decimal, held: decimal })),
  conversions: count,
  /** What the conversions cost, in dollars. */
  fees: decimal,
  /** Days between the first and the last of which no price is kept. */
  missingDays: count,
  source: z.enum(["live", "recorded"]),
});
export type HedgePreview = z.infer<typeof hedgePreview>;

export const previewHedgeRule = endpoint({
  name: "previewHedgeRule",
  method: "GET",
  path: `${path}/preview`,
  summary:
    "What a rule would have done on the days that are on record: with `amount` of `from` each week, or at the beginning for a schedule or a price",
  query: z.strictObject({
    ...given,
    share_bp: z.string().check(z.regex(/^[0-9]{1,5}$/)),
    every_days: z.optional(z.enum(["1", "7", "30"])),
    amount,
  }),
  reply: hedgePreview,
  refusals: ["hedging.rule_shape", "money.malformed", "money.too_many_digits", "wallet.same_currency"],
});
