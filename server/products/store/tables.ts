import { type DataOf, untouched } from "../../platform/personal-data.ts";

const BOOKS = { kept: "the books are kept whole; they name accounts by number" };

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  store_products: [],
  store_orders: [],
  store_lines: [],
  store_codes: [],
  house_market_orders: [],
  house_cards: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  store_products: untouched("what a provider sells"),
  store_orders: { ownData: { section: "store_codes" }, retention: BOOKS, closing: BOOKS },
  store_lines: {
    ownData: { section: "store_codes" },
    retention: { kept: "with the quote of the order" },
    closing: BOOKS,
  },
  store_codes: {
    ownData: { section: "store_codes" },
    retention: { kept: "a code is sold here once; its mark has to stay" },
    closing: "erased",
  },
  house_market_orders: untouched("the books of the demo's issuer, which knows no people"),
  house_cards: {
    ownData: { none: "what was redeemed is a movement of the wallet" },
    retention: { kept: "the books of the demo's issuer" },
    closing: BOOKS,
  },
};
