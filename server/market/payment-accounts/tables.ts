import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  payment_accounts: [],
  trade_payment_accounts: [],
  trade_payers: [],
  imported_banks: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  payment_accounts: {
    ownData: { section: "payment_accounts" },
    retention: { kept: "kept with the account" },
    closing: "erased",
  },
  trade_payment_accounts: {
    ownData: { section: "payment_accounts" },
    retention: { by: "erase_given_accounts", after: "5 years after the trade (retention.chat_years)" },
    closing: { kept: "others took part in the trade" },
  },
  trade_payers: {
    ownData: { section: "payment_accounts" },
    retention: { by: "erase_given_accounts", after: "5 years after the trade (retention.chat_years)" },
    closing: { kept: "others took part in the trade" },
  },
  imported_banks: untouched("official lists of banks"),
};
