/** The words of spot orders, as forms and screens need them. */
export const SPOT_SYMBOLS = ["BTC-USDT", "ETH-USDT", "ETH-BTC"] as const;
export type SpotSymbol = (typeof SPOT_SYMBOLS)[number];

export const SPOT_STATUSES = ["trading", "cancel_only", "halted"] as const;
export type SpotStatus = (typeof SPOT_STATUSES)[number];

export const SPOT_SIDES = ["buy", "sell"] as const;
export type SpotSide = (typeof SPOT_SIDES)[number];

/** `oco` is a limit that only rests, and a stop-limit for the same amount: what comes first ends the other. */
export const SPOT_TYPES = ["limit", "market", "stop_limit", "oco"] as const;
export type SpotType = (typeof SPOT_TYPES)[number];

/** Rests until it ends, trades at once what it can, trades at once all or nothing, only rests. */
export const SPOT_TIFS = ["gtc", "ioc", "fok", "post_only"] as const;
export type SpotTif = (typeof SPOT_TIFS)[number];

/** `accepted` is not matched yet; `waiting` is a stop whose price was not reached. */
export const SPOT_ORDER_STATUSES = [
  "accepted",
  "waiting",
  "open",
  "filled",
  "cancelled",
  "expired",
  "rejected",
] as const;
export type SpotOrderStatus = (typeof SPOT_ORDER_STATUSES)[number];

/** Why an order ended. */
export const SPOT_ENDS = [
  "filled",
  "asked",
  "self_trade",
  "not_filled",
  "not_all",
  "band",
  "would_take",
  "market_closed",
] as const;
export type SpotEnd = (typeof SPOT_ENDS)[number];

/** Of a candle, in minutes. */
export const SPOT_INTERVALS = { "1m": 1, "5m": 5, "15m": 15, "1h": 60, "4h": 240, "1d": 1440 } as const;
export type SpotInterval = keyof typeof SPOT_INTERVALS;
export const SPOT_INTERVAL_NAMES = Object.keys(SPOT_INTERVALS) as SpotInterval[];

/** How long a trading session may be, and the value of its orders in a day. */
export const SESSION_HOURS = [1, 8, 24] as const;
export const SESSION_DAY_USD = [1_000, 10_000, 100_000] as const;

/** Levels of the book on the wire, on each side. */
export const BOOK_LEVELS = 60;
export const TAPE_TRADES = 40;

const CHANNEL = /^spot:([A-Z]{3,5}-[A-Z]{3,5})$/;

/** It carries the whole state of a market after each change: book, last trades, figures of the day and the newest candle. */
export const spotChannel = (symbol: string): string => `spot:${symbol}`;

export const symbolOfChannel = (channel: string): string | undefined => CHANNEL.exec(channel)?.[1];

export const isSpotSymbol = (text: string): text is SpotSymbol => SPOT_SYMBOLS.some((one) => one === text);

export type SessionTerms = {
  readonly hours: number;
  readonly day_usd: number;
  readonly markets: readonly SpotSymbol[];
};

/** Each once, as all lists of markets have them. */
export const inOrder = (markets: readonly SpotSymbol[]): SpotSymbol[] =>
  SPOT_SYMBOLS.filter((one) => markets.includes(one));

/** What a user proves to open a trading session. */
export const sessionProof = ({ hours, day_usd, markets }: SessionTerms): string =>
  `${hours}h-${day_usd}usd-${inOrder(markets).join("+")}`;
