/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  messenger_profiles: ["user_id", "accepts"],
} as const;
