/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  payment_accounts: [],
  trade_payment_accounts: [],
  trade_payers: [],
  imported_banks: [],
} as const;
