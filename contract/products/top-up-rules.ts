/** The same top-up each month, by a rule that asks first: its questions are answered with a price and a payment, or a no. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { amount, cryptoCode, fiatCode, hash, instant, iso2 } from "../platform/wire.ts";
import { topUpQuote } from "./top-ups.ts";

export const TOP_UP_RULE_STATUSES = ["active", "paused", "ended"] as const;
export const TOP_UP_ASK_STATUSES = ["waiting", "paid", "skipped", "missed"] as const;

export const topUpRule = z.strictObject({
  id: hash,
  /** In E.164, and as people of its country write it. */
  number: z.string(),
  shown: z.string(),
  countryIso: iso2,
  operator: z.string(),
  amount,
  currencyCode: fiatCode,
  isPin: z.boolean(),
  cryptoCurrencyCode: cryptoCode,
  /** In dollars, fee included: what costs more is not sold by this rule. */
  mostUsd: amount,
  /** Of the month. */
  day: z.int(),
  /** When it asks next; null unless it is active. */
  nextAt: z.nullable(instant),
  status: z.enum(TOP_UP_RULE_STATUSES),
  /** The newest month that it asked about; null before the first. */
  ask: z.nullable(
    z.strictObject({
      id: hash,
      /** Its first day. */
      month: z.string(),
      status: z.enum(TOP_UP_ASK_STATUSES),
      expiresAt: instant,
    }),
  ),
});
export type TopUpRule = z.infer<typeof topUpRule>;

export const listTopUpRules = endpoint({
  name: "listTopUpRules",
  method: "GET",
  path: "/rest/v1/top-up-rules",
  summary: "The caller's monthly top-ups that have not ended, newest first",
  reply: z.array(topUpRule),
});

export const createTopUpRule = endpoint({
  name: "createTopUpRule",
  method: "POST",
  path: "/rest/v1/top-up-rules",
  summary: "Repeat a top-up each month: the caller is asked before each, and nothing is paid without a proof",
  body: z.strictObject({
    order_id: hash,
    day: z.int().check(z.minimum(1), z.maximum(28)),
    most_usd: amount,
  }),
  reply: topUpRule,
  refusals: ["order.unknown", "top_up.too_many_rules", "money.malformed", "money.too_many_digits"],
});

const idParam = z.strictObject({ id: hash });

export const changeTopUpRule = endpoint({
  name: "changeTopUpRule",
  method: "PUT",
  path: "/rest/v1/top-up-rules/:id",
  summary: "Pause, resume or end a monthly top-up, or set the most that it may cost",
  params: idParam,
  body: z.strictObject({ status: z.enum(TOP_UP_RULE_STATUSES), most_usd: amount }),
  reply: topUpRule,
  refusals: ["top_up.rule_unknown", "money.malformed", "money.too_many_digits"],
});

export const quoteTopUpAsk = endpoint({
  name: "quoteTopUpAsk",
  method: "POST",
  path: "/rest/v1/top-up-asks/:id/quotes",
  summary: "What a monthly top-up costs now, for some seconds: createTopUp pays it",
  params: idParam,
  reply: topUpQuote,
  refusals: [
    ...(["top_up.ask_over", "top_up.over_bound", "top_up.unknown", "rates.stale"] as const),
    "ledger.insufficient_balance",
  ],
});

export const skipTopUpAsk = endpoint({
  name: "skipTopUpAsk",
  method: "POST",
  path: "/rest/v1/top-up-asks/:id/skip",
  summary: "No top-up this month",
  params: idParam,
  reply: topUpRule,
  refusals: ["top_up.ask_over"],
});
