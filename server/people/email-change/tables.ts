import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  email_changes: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  email_changes: {
    ownData: { section: "email_changes" },
    retention: { by: "email_changes", after: "120 days" },
    closing: "erased",
  },
};
