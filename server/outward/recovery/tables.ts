/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  account_recoveries: [],
  recovery_pictures: [],
  recovery_looks: [],
  recovery_approvals: [],
} as const;
