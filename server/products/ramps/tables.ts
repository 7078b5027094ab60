import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  ramp_corridors: [],
  ramp_orders: [],
  house_bank_orders: [],
  house_bank_lines: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  ramp_corridors: untouched("what a provider offers"),
  ramp_orders: {
    ownData: { section: "ramps" },
    retention: { kept: "with the quote of the order" },
    closing: "erased",
  },
  house_bank_orders: untouched("the books of the demo's bank, which knows no people"),
  house_bank_lines: untouched("the books of the demo's bank, which knows no people"),
};
