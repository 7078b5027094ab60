import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  top_up_operators: [],
  top_up_products: [],
  top_up_lookups: [],
  top_up_rules: [],
  top_up_asks: [],
  top_ups: [],
  top_up_pins: [],
  house_telco_top_ups: [],
  house_telco_pins: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  top_up_operators: untouched("what a provider sells"),
  top_up_products: untouched("what a provider sells"),
  top_up_lookups: {
    ownData: { none: "a number that was typed, for a day; what was bought for it is in top-ups" },
    retention: { by: "top_up_lookups", after: "1 day" },
    closing: "erased",
  },
  top_up_rules: {
    ownData: { section: "top_up_rules" },
    retention: { kept: "until the account is closed: an ended one says what was paid by it" },
    closing: "erased",
  },
  top_up_asks: {
    ownData: { section: "top_up_rules" },
    retention: { kept: "with its rule" },
    closing: "erased",
  },
  top_ups: {
    ownData: { section: "top_ups" },
    retention: { kept: "with the quote of the order" },
    closing: "erased",
  },
  top_up_pins: {
    ownData: { section: "top_ups" },
    retention: { kept: "a code is sold here once; its mark has to stay" },
    closing: "erased",
  },
  house_telco_pins: untouched("the books of the demo's telephone company, which knows no people"),
  house_telco_top_ups: untouched("the books of the demo's telephone company, which knows no people"),
};
