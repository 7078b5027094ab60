/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  feature_flags: ["name", "percent", "initial", "changed_by", "changed_at"],
  feature_flag_users: ["name", "user_id", "is_on"],
  feature_flag_changes: ["id", "name", "user_id", "value", "reason", "changed_by", "changed_at"],
} as const;
