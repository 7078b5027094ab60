import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  data_exports: [],
  data_export_pieces: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  data_exports: {
    ownData: { none: "the archive itself" },
    retention: { by: "forget_exports", after: "3 days (accounts.export_days)" },
    closing: "erased",
  },
  data_export_pieces: {
    ownData: { none: "the archive itself" },
    retention: { kept: "gone with its archive" },
    closing: { erasedWith: "data_exports" },
  },
};
