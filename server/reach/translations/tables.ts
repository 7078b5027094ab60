import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  translation_acceptances: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  translation_acceptances: {
    ownData: { section: "translations" },
    retention: { kept: "kept with the account" },
    closing: "erased",
  },
};
