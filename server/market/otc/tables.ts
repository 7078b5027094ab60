import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  otc_requests: ["status", "changed_at"],
  otc_quotes: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  otc_requests: {
    ownData: { section: "otc_requests" },
    retention: { by: "otc_requests", after: "a year after the end" },
    closing: "erased",
  },
  otc_quotes: {
    ownData: { section: "otc_quotes" },
    retention: { by: "otc_requests", after: "a year after the end" },
    closing: "erased",
  },
};
