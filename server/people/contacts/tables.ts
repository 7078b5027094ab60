/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  user_relations: ["other_id", "is_blocked", "user_id", "is_trusted"],
} as const;
