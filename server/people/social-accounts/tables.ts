/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  social_providers: [],
  social_attempts: [],
  social_accounts: [],
} as const;
