import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  restriction_rights: [],
  restriction_appeals: ["written_at", "outcome"],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  restriction_rights: untouched("declared in the code"),
  restriction_appeals: {
    ownData: { section: "appeals" },
    retention: { kept: "an act of staff, which the audit needs" },
    closing: "erased",
  },
};
