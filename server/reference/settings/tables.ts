/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  settings: ["name", "value", "changed_by", "changed_at"],
  setting_changes: ["id", "name", "value", "reason", "changed_by", "confirmed_by", "changed_at"],
  setting_rules: [],
} as const;
