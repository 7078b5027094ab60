/**
 * What the matching engine reads and what it answers. Prices are whole ticks and quantities whole lots; one lot for one
 * tick is exactly one unit of the quote currency, so every product is whole. All numbers stay below 2^53.
 */
export type Side = "buy" | "sell";
/** `oco` is a limit that only rests, and a stop-limit for the same lots: what comes first ends the other. */
export type OrderType = "limit" | "market" | "stop_limit" | "oco";
/** Rests until it ends, trades at once what it can, trades at once all or nothing, only rests. */
export type TimeInForce = "gtc" | "ioc" | "fok" | "post_only";
export type MarketStatus = "trading" | "cancel_only" | "halted";

export type NewOrder = {
  readonly id: number;
  /** Orders of one group never trade with each other. */
  readonly group: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  /** The worst price; of a market order the one that was fixed when it was placed. */
  readonly priceTicks: number;
  readonly stopTicks: number | null;
  /** The worst price of an `oco` whose stop was set off. */
  readonly ocoTicks: number | null;
  readonly lots: number;
  /** The most that trades in quote units, for market orders that name a sum. */
  readonly quoteLimit: number | null;
};

export type Command =
  | { readonly kind: "place"; readonly order: NewOrder }
  | { readonly kind: "cancel"; readonly orderId: number }
  | { readonly kind: "cancel_all"; readonly group: number }
  /** Lowers the quantity of an order to `lots`, filled ones included; it keeps its place. */
  | { readonly kind: "amend"; readonly orderId: number; readonly lots: number }
  | { readonly kind: "reference"; readonly ticks: number }
  | { readonly kind: "state"; readonly status: MarketStatus };

export type OrderStatus = "waiting" | "open" | "filled" | "cancelled" | "expired" | "rejected";

/** Why an order ended: the texts are in web/i18n/spot. */
export type EndReason =
  | "filled"
  | "asked"
  | "self_trade"
  | "not_filled"
  | "not_all"
  | "band"
  | "would_take"
  | "market_closed";

export type Fill = {
  readonly seq: number;
  readonly makerId: number;
  readonly takerId: number;
  readonly takerSide: Side;
  readonly priceTicks: number;
  readonly lots: number;
};

/** A match that the rule against self-trades prevented. */
export type Prevented = {
  readonly seq: number;
  readonly makerId: number;
  readonly takerId: number;
  readonly priceTicks: number;
  readonly lots: number;
};

/** An order as a command left it. */
export type OrderState = {
  readonly id: number;
  readonly status: OrderStatus;
  readonly why: EndReason | null;
  readonly lots: number;
  readonly filledLots: number;
  readonly filledQuote: number;
  /** Its place among orders of one price, and among waiting stops: the lower, the earlier. */
  readonly rank: number;
  /** The stop of an `oco` was: its two prices changed places. */
  readonly wasSetOff: boolean;
};

export type Effects = {
  /** Differs from that of all other effects of this process: an order keeps it, so that it is listed once. */
  readonly batch: number;
  readonly fills: Fill[];
  readonly prevented: Prevented[];
  /** The last state of each order that the commands touched: it changes with the commands that follow. */
  readonly orders: Readonly<OrderState>[];
};

let batches = 0;
export const noEffects = (): Effects => ({ batch: ++batches, fills: [], prevented: [], orders: [] });
