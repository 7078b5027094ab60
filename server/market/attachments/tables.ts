/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  trade_attachments: [],
  trade_asked_requirements: [],
  trade_policy_reads: [],
} as const;
