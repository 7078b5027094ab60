import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  restriction_rights: [],
  restriction_appeals: [],
} as const;

/** What happens to their rows: in the archive of a user's own data, with age, and when an account is closed. */
export const DATA: DataOf<typeof TABLES> = {
  restriction_rights: untouched("declared in the code"),
  restriction_appeals: {
    ownData: { section: "appeals" },
    retention: { kept: "an act of staff, which the audit needs" },
    closing: "erased",
  },
};
