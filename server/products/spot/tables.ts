import { type DataOf, untouched } from "../../platform/personal-data.ts";

const BOOKS = "the books are kept whole; they name accounts by number";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  spot_markets: ["base", "quote", "symbol", "tick_units"],
  spot_progress: [],
  spot_sessions: [],
  spot_orders: [
    "client_id",
    "fee_units",
    "filled_lots",
    "filled_quote_units",
    "id",
    "market",
    "placed_lots",
    "price_ticks",
    "side",
    "user_id",
  ],
  spot_commands: [],
  spot_fills: [],
  spot_candles: [],
  spot_prevented: [],
  spot_snapshots: [],
  spot_streams: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  spot_markets: untouched("the markets"),
  spot_progress: untouched("how far the markets were matched"),
  spot_sessions: {
    ownData: { section: "spot_orders" },
    retention: { kept: "orders name the session that allowed them" },
    closing: { kept: BOOKS },
  },
  spot_orders: {
    ownData: { section: "spot_orders" },
    retention: { kept: BOOKS },
    closing: { obstacle: "spot_orders" },
  },
  spot_commands: {
    ownData: { none: "orders are in it, of which these are the requests" },
    retention: { by: "spot_commands", after: "a month, where a verified snapshot of the book is later" },
    closing: { kept: BOOKS },
  },
  spot_fills: { ownData: { section: "spot_fills" }, retention: { kept: BOOKS }, closing: { kept: BOOKS } },
  spot_candles: untouched("prices and sums of a minute"),
  spot_prevented: { ownData: { section: "spot_orders" }, retention: { kept: BOOKS }, closing: { kept: BOOKS } },
  spot_snapshots: {
    ownData: { none: "orders are in it, of which these are the books" },
    retention: { by: "spot_commands", after: "a month, where a verified snapshot of the book is later" },
    closing: { kept: BOOKS },
  },
  spot_streams: {
    ownData: { none: "it only opens a socket, for an hour" },
    retention: { by: "spot_streams", after: "when it has ended" },
    closing: { kept: "it ends within an hour, and opens nothing without its API key" },
  },
};
