import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  settings: ["name", "value", "changed_by", "changed_at"],
  setting_changes: ["id", "name", "value", "reason", "changed_by", "confirmed_by", "changed_at"],
  setting_rules: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  settings: untouched("values that staff set"),
  setting_changes: untouched("an act of staff, which the audit needs"),
  setting_rules: untouched("declared in the code"),
};
