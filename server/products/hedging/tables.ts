import type { DataOf } from "../../platform/personal-data.ts";

const BOOKS = "the books are kept whole; they name accounts by number";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  hedge_rules: [],
  hedge_dues: [],
  hedge_runs: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  hedge_rules: {
    ownData: { section: "hedge_rules" },
    retention: { kept: "conversions were made by them" },
    closing: "erased",
  },
  hedge_dues: {
    ownData: { none: "occasions that wait for a second, then they are in the runs" },
    retention: { kept: "a run takes them away" },
    closing: { kept: "the next run takes them away" },
  },
  hedge_runs: { ownData: { section: "hedge_runs" }, retention: { kept: BOOKS }, closing: { kept: BOOKS } },
};
