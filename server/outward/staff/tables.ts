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
