import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  invariant_checks: [],
  staff_changes: [],
  audit_batches: [],
  announcements: [],
  manual_journals: [],
  restriction_rights: [],
  staff_rights: [],
  restriction_appeals: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  invariant_checks: untouched("results of checks"),
  staff_changes: untouched("an act of staff, which the audit needs"),
  audit_batches: untouched("the signed heads of the audit log"),
  announcements: untouched("shown to everybody"),
  manual_journals: untouched("an act of staff, which the audit needs"),
  restriction_rights: untouched("declared in the code"),
  staff_rights: untouched("declared in the code"),
  restriction_appeals: {
    ownData: { section: "appeals" },
    retention: { kept: "an act of staff, which the audit needs" },
    closing: "erased",
  },
};
