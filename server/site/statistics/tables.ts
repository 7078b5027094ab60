import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  stat_days: [],
  stat_traders: [],
  stat_sources: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  stat_days: untouched("sums of the market, without people"),
  stat_traders: {
    ownData: { none: "sums of the trades, which are in it" },
    retention: { by: "stat_traders", after: "400 days" },
    closing: "erased",
  },
  stat_sources: untouched("sums by day, without people"),
};
