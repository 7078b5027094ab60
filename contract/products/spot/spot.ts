/** Spot trading on the wire: markets, books, candles, orders, fills and trading sessions. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { amount, count, cryptoCode, empty, hash, instant, rowNumber } from "../../platform/wire.ts";
import {
  SESSION_DAY_USD,
  SESSION_HOURS,
  SPOT_ENDS,
  SPOT_INTERVAL_NAMES,
  SPOT_ORDER_STATUSES,
  SPOT_SIDES,
  SPOT_STATUSES,
  SPOT_SYMBOLS,
  SPOT_TIFS,
  SPOT_TYPES,
} from "./names.ts";

const symbol = z.enum(SPOT_SYMBOLS);
const side = z.enum(SPOT_SIDES);
const marketParam = z.strictObject({ market: symbol });

/** A price, or an amount of coins, as exact decimal text. */
const decimal = z.string();

export const spotFigures = z.strictObject({
  /** Of the last trade, and of the rates; null while there is none. */
  last: z.nullable(decimal),
  reference: z.nullable(decimal),
  /** Of the last 24 hours; null without a trade in them. The change is in percent. */
  changePercent: z.nullable(decimal),
  high: z.nullable(decimal),
  low: z.nullable(decimal),
  baseVolume: decimal,
  quoteVolume: decimal,
});
export type SpotFigures = z.infer<typeof spotFigures>;

export const spotMarket = z.strictObject({
  symbol,
  base: cryptoCode,
  quote: cryptoCode,
  /** `cancel_only` while a rate is stale or a halt stands: orders can be cancelled and none placed. */
  status: z.enum(SPOT_STATUSES),
  /** The steps of amounts and of prices. */
  amountStep: decimal,
  priceStep: decimal,
  /** The least value of an order, in the quote currency. */
  minimumValue: decimal,
  mostOrders: count,
  /** Trades happen within this share of the reference price, in hundredths of a percent; new orders within twice of it. */
  bandBp: count,
  makerBp: count,
  takerBp: count,
  figures: spotFigures,
  /** A close of each hour of the last day, oldest first. */
  trend: z.array(decimal),
});
export type SpotMarket = z.infer<typeof spotMarket>;

const level = z.strictObject({ price: decimal, amount: decimal });
export type SpotLevel = z.infer<typeof level>;

export const spotTrade = z.strictObject({
  /** Counts the trades of the market without a gap. */
  n: z.string(),
  price: decimal,
  amount: decimal,
  /** Of the order that came second. */
  side,
  /** A robot of the demo was a party. */
  byRobot: z.boolean(),
  at: instant,
});
export type SpotTrade = z.infer<typeof spotTrade>;

export const spotCandle = z.strictObject({
  start: instant,
  open: decimal,
  high: decimal,
  low: decimal,
  close: decimal,
  volume: decimal,
  /** The number of the last trade in it; an older candle never replaces a newer one. "0" for a candle without a trade. */
  lastTrade: z.string(),
});
export type SpotCandle = z.infer<typeof spotCandle>;

export const spotBook = z.strictObject({
  symbol,
  status: z.enum(SPOT_STATUSES),
  /** The number of the last command that is in it. */
  seq: z.string(),
  /** Best first. */
  bids: z.array(level),
  asks: z.array(level),
  /** CRC-32 of the ten best bids and asks, each as `price:amount`, joined by `|`. */
  checksum: z.string(),
});
export type SpotBook = z.infer<typeof spotBook>;

export const listSpotMarkets = endpoint({
  name: "listSpotMarkets",
  method: "GET",
  path: "/rest/v1/spot/markets",
  summary: "The spot markets: status, steps, fees and the figures of the last 24 hours.",
  reply: z.array(spotMarket),
});

export const getSpotBook = endpoint({
  name: "getSpotBook",
  method: "GET",
  path: "/rest/v1/spot/markets/:market/book",
  summary: "The best levels of a book. The live channel `spot:<market>` sends the same after each change.",
  params: marketParam,
  reply: spotBook,
});

export const listSpotTrades = endpoint({
  name: "listSpotTrades",
  method: "GET",
  path: "/rest/v1/spot/markets/:market/trades",
  summary: "The last trades of a market, newest first.",
  params: marketParam,
  reply: z.array(spotTrade),
});

export const listSpotCandles = endpoint({
  name: "listSpotCandles",
  method: "GET",
  path: "/rest/v1/spot/markets/:market/candles",
  summary: "The last 500 candles of an interval, oldest first; those without a trade are flat.",
  params: marketParam,
  query: z.strictObject({ interval: z.optional(z.enum(SPOT_INTERVAL_NAMES)) }),
  reply: z.array(spotCandle),
});

export const spotOrder = z.strictObject({
  id: hash,
  clientId: z.nullable(z.string()),
  market: symbol,
  side,
  type: z.enum(SPOT_TYPES),
  timeInForce: z.enum(SPOT_TIFS),
  /** The worst price; of a market order the one that was fixed when it was placed; of an `oco` that of its limit. */
  price: decimal,
  stopPrice: z.nullable(decimal),
  /** The worst price of an `oco` after its stop. */
  stopLimitPrice: z.nullable(decimal),
  /** The stop of an `oco` was set off, which ended its limit. */
  wasSetOff: z.boolean(),
  /** Null where the order names a sum of the quote currency. */
  amount: z.nullable(decimal),
  quoteAmount: z.nullable(decimal),
  filled: decimal,
  filledValue: decimal,
  averagePrice: z.nullable(decimal),
  /** In the currency received. */
  fee: decimal,
  feeCurrency: cryptoCode,
  /** What the order still holds of the balance. */
  held: decimal,
  status: z.enum(SPOT_ORDER_STATUSES),
  why: z.nullable(z.enum(SPOT_ENDS)),
  at: instant,
  endedAt: z.nullable(instant),
});
export type SpotOrder = z.infer<typeof spotOrder>;

const PLACING = [
  "spot.market_closed",
  "spot.price_far",
  "spot.price_step",
  "spot.amount_step",
  "spot.too_small",
  "spot.too_many_orders",
  "spot.same_client_id",
  "spot.order_shape",
  "spot.oco_prices",
  "spot.no_session",
  "spot.session_market",
  "spot.session_limit",
  "spot.no_rate",
  "wallet.on_hold",
  "ledger.insufficient_balance",
  "ledger.halted",
] as const;

export const placeSpotOrder = endpoint({
  name: "placeSpotOrder",
  method: "POST",
  path: "/rest/v1/spot/orders",
  summary:
    "Place an order within the caller's trading session. `price` is for all but market, `stop_price` for stop_limit and oco, `stop_limit_price` for oco; a market order names `amount` or `quote_amount`.",
  body: z.strictObject({
    market: symbol,
    side,
    type: z.enum(SPOT_TYPES),
    time_in_force: z.optional(z.enum(SPOT_TIFS)),
    price: z.optional(amount),
    stop_price: z.optional(amount),
    stop_limit_price: z.optional(amount),
    amount: z.optional(amount),
    quote_amount: z.optional(amount),
    client_id: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,36}$/))),
  }),
  reply: spotOrder,
  refusals: PLACING,
});

export const listSpotOrders = endpoint({
  name: "listSpotOrders",
  method: "GET",
  path: "/rest/v1/spot/orders",
  summary: "The caller's orders, newest first: those that are open, or those that have ended.",
  query: z.strictObject({
    state: z.optional(z.enum(["open", "ended"])),
    market: z.optional(symbol),
    after: z.optional(rowNumber),
  }),
  reply: z.strictObject({ orders: z.array(spotOrder), next: z.nullable(z.string()) }),
});

const orderParam = z.strictObject({ id: hash });

export const cancelSpotOrder = endpoint({
  name: "cancelSpotOrder",
  method: "POST",
  path: "/rest/v1/spot/orders/:id/cancel",
  summary: "Ask that an order is cancelled; what traded before stays.",
  params: orderParam,
  reply: spotOrder,
  refusals: ["spot.order_ended"],
});

export const amendSpotOrder = endpoint({
  name: "amendSpotOrder",
  method: "POST",
  path: "/rest/v1/spot/orders/:id/amend",
  summary: "Lower the amount of an order, what traded included; it keeps its place in the book.",
  params: orderParam,
  body: z.strictObject({ amount }),
  reply: spotOrder,
  refusals: ["spot.order_ended", "spot.amend_lower", "spot.amount_step"],
});

export const cancelAllSpotOrders = endpoint({
  name: "cancelAllSpotOrders",
  method: "POST",
  path: "/rest/v1/spot/orders/cancel-all",
  summary: "Ask that all open orders are cancelled, in one market or in all.",
  body: z.strictObject({ market: z.optional(symbol) }),
  reply: z.strictObject({ markets: count }),
});

export const spotFill = z.strictObject({
  market: symbol,
  n: z.string(),
  orderId: hash,
  side,
  role: z.enum(["maker", "taker"]),
  price: decimal,
  amount: decimal,
  value: decimal,
  fee: decimal,
  feeCurrency: cryptoCode,
  at: instant,
});
export type SpotFill = z.infer<typeof spotFill>;

export const listSpotFills = endpoint({
  name: "listSpotFills",
  method: "GET",
  path: "/rest/v1/spot/fills",
  summary: "The caller's last trades, newest first.",
  query: z.strictObject({ market: z.optional(symbol) }),
  reply: z.array(spotFill),
});

export const spotBalance = z.strictObject({ code: cryptoCode, available: decimal, inOrders: decimal });
export type SpotBalance = z.infer<typeof spotBalance>;

export const listSpotBalances = endpoint({
  name: "listSpotBalances",
  method: "GET",
  path: "/rest/v1/spot/balances",
  summary: "What the caller has of each coin: available, and held by open orders.",
  reply: z.array(spotBalance),
});

export const spotSession = z.strictObject({
  expiresAt: instant,
  /** The value of orders that may be placed in a day (UTC), and of those placed today. */
  dayUsd: decimal,
  usedUsd: decimal,
  markets: z.array(z.enum(SPOT_SYMBOLS)),
});
export type SpotSession = z.infer<typeof spotSession>;

export const getSpotSession = endpoint({
  name: "getSpotSession",
  method: "GET",
  path: "/rest/v1/spot/session",
  summary: "The caller's trading session, or null.",
  reply: z.nullable(spotSession),
});

export const openSpotSession = endpoint({
  name: "openSpotSession",
  method: "POST",
  path: "/rest/v1/spot/session",
  summary:
    "Open a trading session, with a proof of kind spot_session whose id is `<hours>h-<day_usd>usd-<market>`, with each further market after a plus sign, in the order of the list of markets. It replaces the one before.",
  body: z.strictObject({
    hours: z.literal([...SESSION_HOURS]),
    day_usd: z.literal([...SESSION_DAY_USD]),
    markets: z.array(z.enum(SPOT_SYMBOLS)).check(z.minLength(1), z.maxLength(SPOT_SYMBOLS.length)),
  }),
  reply: spotSession,
  refusals: ["auth.password_proof", "wallet.on_hold"],
});

export const endSpotSession = endpoint({
  name: "endSpotSession",
  method: "POST",
  path: "/rest/v1/spot/session/end",
  summary: "End the trading session. Open orders stay.",
  reply: empty,
});
