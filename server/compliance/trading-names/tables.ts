import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  trading_names: ["asked_at", "status"],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  trading_names: {
    ownData: { section: "trading_names" },
    retention: { by: "trading_names", after: "5 years after the account closed (verification.keep_years)" },
    closing: { kept: "goes with the documents of the company; it is shown no more" },
  },
};
