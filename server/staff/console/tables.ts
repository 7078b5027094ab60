import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  invariant_checks: [],
  staff_changes: [],
  announcements: [],
  manual_journals: [],
  staff_rights: [],
  database_timelines: [],
  restore_drills: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  invariant_checks: untouched("results of checks"),
  staff_changes: untouched("an act of staff, which the audit needs"),
  announcements: untouched("shown to everybody"),
  manual_journals: untouched("an act of staff, which the audit needs"),
  staff_rights: untouched("declared in the code"),
  database_timelines: untouched("changes of the database server"),
  restore_drills: untouched("tried restores of the database"),
};
