import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  record_exports: [],
  record_export_pieces: [],
} as const;

/** What happens to their rows: in the archive of a user's own data, with age, and when an account is closed. */
export const DATA: DataOf<typeof TABLES> = {
  record_exports: {
    ownData: { section: "record_exports" },
    retention: { by: "record_exports", after: "30 days" },
    closing: "erased",
  },
  record_export_pieces: {
    ownData: { none: "trades and postings, which are in it" },
    retention: { by: "drop-record-exports", after: "7 days" },
    closing: { erasedWith: "record_exports" },
  },
};
