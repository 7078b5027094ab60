/** Mobile top-up: the operator of a number, what it sells, a price in a coin for some seconds, the order and its receipt. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { amount, cryptoCode, fiatCode, hash, instant, iso2, rowNumber, text } from "../platform/wire.ts";
import { ORDER_ENDS, ORDER_STATUSES } from "./providers/order-names.ts";

export const topUpProduct = z.strictObject({
  id: rowNumber,
  /** What the number gets; the most of a range. */
  amount,
  /** The least of a range; null of a fixed sum. */
  least: z.nullable(amount),
  /** It is delivered as a code, which the user types into the phone. */
  isPin: z.boolean(),
  currencyCode: fiatCode,
  /** In the coin of the request, with the fee; null while it has no price. Of a range, that of the most. */
  price: z.nullable(amount),
  /** In the provider's words, where it says more than the amount. */
  note: z.nullable(z.string()),
});
export type TopUpProduct = z.infer<typeof topUpProduct>;

export const topUpOperator = z.strictObject({ id: rowNumber, name: z.string(), products: z.array(topUpProduct) });
export type TopUpOperator = z.infer<typeof topUpOperator>;

export const listTopUpOperators = endpoint({
  name: "listTopUpOperators",
  method: "GET",
  path: "/rest/v1/top-ups/operators",
  summary: "The operators of a country that can be topped up, with their amounts and prices in a coin",
  query: z.strictObject({ country: iso2, crypto_currency_code: cryptoCode }),
  reply: z.strictObject({
    operators: z.array(topUpOperator),
    /** Until when no orders are taken for this country, because the provider fails there; null while they are. */
    pausedUntil: z.nullable(instant),
    /** The provider is a company of the demo. */
    simulated: z.boolean(),
  }),
  refusals: ["top_up.country"],
});

export const topUpLookUp = z.strictObject({
  id: hash,
  /** In E.164, and as people of its country write it. */
  number: z.string(),
  shown: z.string(),
  countryIso: iso2,
  state: z.enum(["waiting", "found", "unknown"]),
  /** Of an operator of listTopUpOperators; null until it is found. */
  operatorId: z.nullable(rowNumber),
});
export type TopUpLookUp = z.infer<typeof topUpLookUp>;

export const lookUpTopUpNumber = endpoint({
  name: "lookUpTopUpNumber",
  method: "POST",
  path: "/rest/v1/top-ups/look-ups",
  summary: "Ask the provider for the operator of a number; the answer comes within seconds, see getTopUpLookUp",
  body: z.strictObject({
    phone: text({ min: 1, max: 40 }),
    /** Of a number that is written without its code. */
    country_iso: iso2,
  }),
  reply: topUpLookUp,
  refusals: ["phone.unreadable", "phone.invalid", "phone.wrong_type", "top_up.country", "top_up.look_ups"],
});

const idParam = z.strictObject({ id: hash });

export const getTopUpLookUp = endpoint({
  name: "getTopUpLookUp",
  method: "GET",
  path: "/rest/v1/top-ups/look-ups/:id",
  summary: "What the provider said of a number",
  params: idParam,
  reply: topUpLookUp,
  refusals: ["top_up.unknown"],
});

export const topUpQuote = z.strictObject({
  id: hash,
  number: z.string(),
  shown: z.string(),
  operator: z.string(),
  amount,
  currencyCode: fiatCode,
  isPin: z.boolean(),
  cryptoCurrencyCode: cryptoCode,
  /** What leaves the balance, fee included. */
  total: amount,
  fee: amount,
  /** The total in dollars by the prices of now, and what the provider charges; the difference in percent is what the coins pay for. */
  totalUsd: amount,
  costUsd: amount,
  createdAt: instant,
  expiresAt: instant,
  simulated: z.boolean(),
});
export type TopUpQuote = z.infer<typeof topUpQuote>;

export const quoteTopUp = endpoint({
  name: "quoteTopUp",
  method: "POST",
  path: "/rest/v1/top-ups/quotes",
  summary: "What a top-up costs, for some seconds",
  body: z.strictObject({
    look_up_id: hash,
    product_id: rowNumber,
    /** Of a range, in its currency. */
    amount: z.optional(amount),
    crypto_currency_code: cryptoCode,
    /** Take this operator although the provider names another one: the number has changed its operator. */
    other_operator: z.optional(z.boolean()),
    /** Again the same amount to the same number within ten minutes. */
    again: z.optional(z.boolean()),
  }),
  reply: topUpQuote,
  refusals: [
    ...(["top_up.unknown", "top_up.amount", "top_up.other_operator", "top_up.again", "rates.stale"] as const),
    ...(["ledger.insufficient_balance", "money.malformed", "money.too_many_digits"] as const),
  ],
});

export const topUpOrder = z.strictObject({
  id: hash,
  number: z.string(),
  shown: z.string(),
  countryIso: iso2,
  operator: z.string(),
  productId: rowNumber,
  /** It was chosen within a range. */
  isRange: z.boolean(),
  amount,
  currencyCode: fiatCode,
  cryptoCurrencyCode: cryptoCode,
  total: amount,
  fee: amount,
  /** What a monthly one of it may cost for a start: the price in dollars that it had, a tenth more. */
  suggestedMostUsd: amount,
  status: z.enum(ORDER_STATUSES),
  /** Why it ended; null while it is open. */
  endReason: z.nullable(z.enum(ORDER_ENDS)),
  /** What the provider says that it delivered, in the same currency; null before it says so. */
  delivered: z.nullable(amount),
  /** Of one that was delivered as a code, which showTopUpCode shows; null of any other, and until it is delivered. */
  code: z.nullable(z.strictObject({ seenAt: z.nullable(instant), isShowable: z.boolean() })),
  /** Staff look at it. */
  hasCase: z.boolean(),
  /** Our reference at the provider, for its support. */
  reference: z.string(),
  createdAt: instant,
  endedAt: z.nullable(instant),
  simulated: z.boolean(),
});
export type TopUpOrder = z.infer<typeof topUpOrder>;

export const createTopUp = endpoint({
  name: "createTopUp",
  method: "POST",
  path: "/rest/v1/top-ups",
  summary: "Pay a quote, with a proof of kind order: the coins are reserved, and the provider is asked to deliver",
  body: z.strictObject({ quote_id: hash }),
  reply: topUpOrder,
  refusals: [
    ...(["wallet.quote_unknown", "wallet.quote_expired", "wallet.quote_taken", "wallet.on_hold"] as const),
    ...([
      "wallet.security_hold",
      "order.paused",
      "order.unavailable",
      "order.price_moved",
      "order.user_limit",
      "order.level_day",
      "order.level_lifetime",
    ] as const),
    ...([
      "top_up.number_limit",
      "top_up.ask_over",
      "ledger.insufficient_balance",
      "ledger.halted",
      "LEDGER_ASYNC_MODE",
    ] as const),
    "auth.password_proof",
  ],
});

export const listTopUps = endpoint({
  name: "listTopUps",
  method: "GET",
  path: "/rest/v1/top-ups",
  summary: "The caller's top-ups, newest first",
  query: z.strictObject({ before: z.optional(rowNumber) }),
  reply: z.array(topUpOrder),
  meta: z.strictObject({ next: z.nullable(rowNumber) }),
});

export const getTopUp = endpoint({
  name: "getTopUp",
  method: "GET",
  path: "/rest/v1/top-ups/:id",
  summary: "One of the caller's top-ups, with what came of it",
  params: idParam,
  reply: topUpOrder,
  refusals: ["order.unknown"],
});

export const showTopUpCode = endpoint({
  name: "showTopUpCode",
  method: "POST",
  path: "/rest/v1/top-ups/:id/code",
  summary: "The code of a delivered top-up, once: the time is written, and the same answer is given for two minutes",
  params: idParam,
  reply: z.strictObject({ code: z.string(), serial: z.nullable(z.string()), seenAt: instant, order: topUpOrder }),
  refusals: ["top_up.no_code", "gift_card.shown_before"],
});

export const housePhone = z.strictObject({
  /** In E.164, and as people of its country write it. */
  number: z.string(),
  shown: z.string(),
  operator: z.string(),
  currencyCode: fiatCode,
  /** Airtime that arrived. */
  balance: amount,
  messages: z.array(
    z.strictObject({
      kind: z.enum(["airtime", "pin_sent", "pin_used", "failed"]),
      amount,
      at: instant,
      reference: z.string(),
    }),
  ),
});
export type HousePhone = z.infer<typeof housePhone>;

export const listHousePhones = endpoint({
  name: "listHousePhones",
  method: "GET",
  path: "/rest/v1/house-phones",
  summary: "What the numbers that the caller topped up got from the demo's telephone company",
  reply: z.array(housePhone),
});

export const redeemHousePin = endpoint({
  name: "redeemHousePin",
  method: "POST",
  path: "/rest/v1/house-phones/pins",
  summary: "Type a code into a phone of the demo's telephone company: it tops up once",
  body: z.strictObject({ code: text({ min: 1, max: 40 }) }),
  reply: z.strictObject({ amount, currencyCode: fiatCode }),
  refusals: ["store.code_unknown", "store.code_used"],
});
