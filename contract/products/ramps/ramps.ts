/** Coins bought and sold by bank transfer and mobile money: corridors, a price for some seconds, the order and what becomes of it; and the demo's bank. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { amount, cryptoCode, fiatCode, hash, instant, iso2, lineText, rowNumber, text } from "../../platform/wire.ts";
import { ORDER_ENDS } from "../providers/order-names.ts";
import { HELD_FOR, PAYER_NAME_MAX, RAMP_CHOICES, RAMP_DIRECTIONS, RAMP_RAILS, RAMP_STATES } from "./names.ts";

export const rampCorridor = z.strictObject({
  id: rowNumber,
  countryIso: iso2,
  currencyCode: fiatCode,
  rail: z.enum(RAMP_RAILS),
  /** Banks or wallets that it reaches; none where it reaches all. */
  networks: z.array(z.string()),
  least: amount,
  most: amount,
  /** What the provider keeps: a percentage, and a sum in the currency. */
  feePct: amount,
  fee: amount,
  /** The market's fee in percent. */
  marketFeePct: amount,
  /** How long it usually takes, in minutes. */
  minutes: z.int(),
  /** Between which times of the day, UTC, it takes orders; null for all day. */
  hours: z.nullable(z.strictObject({ opens: z.string(), closes: z.string() })),
  isOpen: z.boolean(),
  /** Until when no orders are taken, because the provider fails there; null while they are. */
  pausedUntil: z.nullable(instant),
});
export type RampCorridor = z.infer<typeof rampCorridor>;

export const listRampCorridors = endpoint({
  name: "listRampCorridors",
  method: "GET",
  path: "/rest/v1/ramps/corridors",
  summary: "Countries and methods by which coins are bought or sold, with limits, fees and hours",
  query: z.strictObject({ direction: z.enum(RAMP_DIRECTIONS) }),
  reply: z.strictObject({ corridors: z.array(rampCorridor), simulated: z.boolean() }),
});

/** The payment account that pays or is paid. */
const party = z.strictObject({ name: z.string(), masked: z.string(), holderName: z.string() });
export type RampParty = z.infer<typeof party>;

export const rampQuote = z.strictObject({
  id: hash,
  direction: z.enum(RAMP_DIRECTIONS),
  rail: z.enum(RAMP_RAILS),
  currencyCode: fiatCode,
  /** What the user pays, or gets on the account. */
  amount,
  cryptoCurrencyCode: cryptoCode,
  /** What arrives in the balance, or leaves it, fee included. */
  coins: amount,
  /** Of the market, in coins. */
  fee: amount,
  /** Of the provider, in the currency; it is in the price. */
  providerFee: amount,
  /** What the coins are worth in dollars now, and what the other side is worth. */
  coinsUsd: amount,
  amountUsd: amount,
  party: z.nullable(party),
  minutes: z.int(),
  /** The provider names no payers, and this is the first payment from the wallet: the coins come after staff have looked. */
  isCheckedByStaff: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
  simulated: z.boolean(),
});
export type RampQuote = z.infer<typeof rampQuote>;

export const quoteRamp = endpoint({
  name: "quoteRamp",
  method: "POST",
  path: "/rest/v1/ramps/quotes",
  summary: "What coins cost by bank transfer or mobile money, or give, for some seconds",
  body: z.strictObject({
    corridor_id: rowNumber,
    crypto_currency_code: cryptoCode,
    /** One of the two: the sum in the corridor's currency, or coins. */
    amount: z.optional(amount),
    coins: z.optional(amount),
    /** The payment account that a sale is paid to, or the wallet that pays a purchase by mobile money. */
    account_id: z.optional(hash),
  }),
  reply: rampQuote,
  refusals: [
    ...(["ramp.unknown", "ramp.closed", "ramp.least", "ramp.most", "ramp.account", "ramp.not_own"] as const),
    ...(["rates.stale", "money.malformed", "money.too_many_digits", "ledger.insufficient_balance"] as const),
  ],
});

export const rampOrder = z.strictObject({
  id: hash,
  direction: z.enum(RAMP_DIRECTIONS),
  rail: z.enum(RAMP_RAILS),
  countryIso: iso2,
  currencyCode: fiatCode,
  amount,
  cryptoCurrencyCode: cryptoCode,
  coins: amount,
  fee: amount,
  state: z.enum(RAMP_STATES),
  endReason: z.nullable(z.enum(ORDER_ENDS)),
  /** Where a purchase is paid, and the words to write into the transfer; null until the provider has said so, and by mobile money. */
  instructions: z.nullable(
    z.strictObject({
      bankName: z.string(),
      accountName: z.string(),
      accountNumber: z.string(),
      words: z.string(),
    }),
  ),
  party: z.nullable(party),
  /** Until then the price holds for money that comes. */
  windowUntil: z.nullable(instant),
  received: z.nullable(
    z.strictObject({
      ...{ amount, currencyCode: fiatCode, payerName: z.nullable(z.string()), at: instant },
      /** Alike, and not the same: staff decide. */
      isNameClose: z.boolean(),
    }),
  ),
  heldFor: z.nullable(z.enum(HELD_FOR)),
  /** What late money buys by the price of now, less the fee; null where there is no choice. */
  newCoins: z.nullable(amount),
  /** What was given in the end. */
  givenCoins: z.nullable(amount),
  hasCase: z.boolean(),
  /** Our reference at the provider, for its support. */
  reference: z.string(),
  minutes: z.int(),
  createdAt: instant,
  endedAt: z.nullable(instant),
  simulated: z.boolean(),
});
export type RampOrder = z.infer<typeof rampOrder>;

const ORDERED = [
  ...(["wallet.quote_unknown", "wallet.quote_expired", "wallet.quote_taken", "wallet.on_hold"] as const),
  ...(["order.paused", "order.unavailable", "order.price_moved", "order.user_limit"] as const),
  ...(["order.level_day", "order.level_lifetime"] as const),
  ...(["ledger.halted", "LEDGER_ASYNC_MODE"] as const),
] as const;

export const openOnRamp = endpoint({
  name: "openOnRamp",
  method: "POST",
  path: "/rest/v1/ramps/purchases",
  summary: "Take the price of a purchase: coins are promised, and the provider says where to pay",
  body: z.strictObject({ quote_id: hash }),
  reply: rampOrder,
  refusals: [...ORDERED, "ramp.many"],
});

export const createOffRamp = endpoint({
  name: "createOffRamp",
  method: "POST",
  path: "/rest/v1/ramps/sales",
  summary: "Sell by a price, with a proof of kind order: the coins are reserved, and the provider is asked to pay",
  body: z.strictObject({ quote_id: hash }),
  reply: rampOrder,
  refusals: [
    ...ORDERED,
    ...(["wallet.security_hold", "ramp.account_changed", "ramp.new_account"] as const),
    ...(["ledger.insufficient_balance", "auth.password_proof"] as const),
  ],
});

export const listRampOrders = endpoint({
  name: "listRampOrders",
  method: "GET",
  path: "/rest/v1/ramps/orders",
  summary: "The caller's purchases or sales, newest first",
  query: z.strictObject({ direction: z.enum(RAMP_DIRECTIONS), before: z.optional(rowNumber) }),
  reply: z.array(rampOrder),
  meta: z.strictObject({ next: z.nullable(rowNumber) }),
});

const idParam = z.strictObject({ id: hash });

export const getRampOrder = endpoint({
  name: "getRampOrder",
  method: "GET",
  path: "/rest/v1/ramps/orders/:id",
  summary: "One of the caller's purchases or sales, with what came of it",
  params: idParam,
  reply: rampOrder,
  refusals: ["order.unknown"],
});

export const cancelOnRamp = endpoint({
  name: "cancelOnRamp",
  method: "POST",
  path: "/rest/v1/ramps/purchases/:id/cancel",
  summary: "The caller will not pay; money that comes all the same is late, and an open prompt ends by itself",
  params: idParam,
  reply: rampOrder,
  refusals: ["order.unknown", "ramp.over"],
});

export const chooseOnRamp = endpoint({
  name: "chooseOnRamp",
  method: "POST",
  path: "/rest/v1/ramps/purchases/:id/choice",
  summary: "What becomes of money that is held: a refund to where it came from, or for late money the coins of now",
  params: idParam,
  body: z.strictObject({
    choice: z.enum(RAMP_CHOICES),
    /** Of take: the coins that were shown; fewer are refused. */
    least_coins: z.optional(amount),
  }),
  reply: rampOrder,
  refusals: [
    ...(["order.unknown", "ramp.over", "order.price_moved", "order.unavailable", "rates.stale"] as const),
    ...(["money.malformed", "money.too_many_digits", "wallet.on_hold", "ledger.halted", "LEDGER_ASYNC_MODE"] as const),
  ],
});

/** In the demo, what the bank knows of the caller's orders. */
export const houseBankOrder = z.strictObject({
  id: hash,
  direction: z.enum(RAMP_DIRECTIONS),
  rail: z.enum(RAMP_RAILS),
  currencyCode: fiatCode,
  amount,
  words: z.nullable(z.string()),
  account: z.string(),
  payee: z.nullable(z.string()),
  state: z.enum(["waiting", "paid", "failed", "refunded", "came_back"]),
  createdAt: instant,
});
export type HouseBankOrder = z.infer<typeof houseBankOrder>;

export const listHouseBank = endpoint({
  name: "listHouseBank",
  method: "GET",
  path: "/rest/v1/house-bank/orders",
  summary:
    "In the demo: transfers that the bank expects from the caller, prompts on the handset, and payouts, newest first",
  reply: z.array(houseBankOrder),
});

export const payHouseBank = endpoint({
  name: "payHouseBank",
  method: "POST",
  path: "/rest/v1/house-bank/transfers",
  summary: "In the demo: send money to the bank with any words, sum and name, in time or late",
  body: z.strictObject({
    words: text({ max: 40 }),
    currency_code: fiatCode,
    amount,
    payer_name: lineText({ min: 1, max: PAYER_NAME_MAX }),
    is_late: z.optional(z.boolean()),
  }),
  reply: z.strictObject({ outcome: z.enum(["paid", "stray"]) }),
  refusals: ["ramp.unknown", "money.malformed", "money.too_many_digits"],
});

export const answerHousePrompt = endpoint({
  name: "answerHousePrompt",
  method: "POST",
  path: "/rest/v1/house-bank/prompts/:id",
  summary: "In the demo: approve or decline the prompt of an order on the handset, which is there for two minutes",
  params: idParam,
  body: z.strictObject({ is_approved: z.boolean(), payer_name: lineText({ min: 1, max: PAYER_NAME_MAX }) }),
  reply: z.strictObject({ outcome: z.enum(["paid", "declined"]) }),
  refusals: ["order.unknown", "ramp.over"],
});

export const sendBackFromHouse = endpoint({
  name: "sendBackFromHouse",
  method: "POST",
  path: "/rest/v1/house-bank/payouts/:id/return",
  summary: "In the demo: the payee's bank sends a payout back after it was made",
  params: idParam,
  reply: z.strictObject({ outcome: z.literal("came_back") }),
  refusals: ["order.unknown", "ramp.over"],
});
