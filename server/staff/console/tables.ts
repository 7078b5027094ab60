import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  invariant_checks: [],
  staff_changes: [],
  announcements: [],
  manual_journals: [],
  staff_rights: [],
} as const;

/** What happens to their rows: in the archive of somebody's own data, with age, and when an account is closed. */
export const DATA: DataOf<typeof TABLES> = {
  invariant_checks: untouched("results of checks"),
  staff_changes: untouched("an act of staff, which the audit needs"),
  announcements: untouched("shown to everybody"),
  manual_journals: untouched("an act of staff, which the audit needs"),
  staff_rights: untouched("declared in the code"),
};
