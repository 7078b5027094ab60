import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  feature_flags: ["name", "percent", "initial", "changed_by", "changed_at"],
  feature_flag_users: ["name", "user_id", "is_on"],
  feature_flag_changes: ["id", "name", "user_id", "value", "reason", "changed_by", "changed_at"],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  feature_flags: untouched("values that staff set"),
  feature_flag_users: untouched("switched by staff for a user; says nothing of them"),
  feature_flag_changes: untouched("an act of staff, which the audit needs"),
};
