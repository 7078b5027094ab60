/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  market_clock: [],
  ledger_accounts: ["id", "kind", "name", "balance_units", "currency"],
  journals: ["id", "kind", "subject", "at", "xid"],
  postings: ["journal_id", "from_account", "id", "to_account", "units"],
  ledger_watermark: [],
  ledger_folds: [],
  ledger_cluster: [],
  halts: ["name", "reason", "since", "takes_two"],
} as const;
