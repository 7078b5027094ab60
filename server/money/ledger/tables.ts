import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  market_clock: [],
  ledger_currencies: [],
  ledger_purposes: [],
  ledger_accounts: ["id", "kind", "name", "balance_units", "currency"],
  journals: ["id", "kind", "subject", "at", "xid"],
  postings: ["journal_id", "from_account", "id", "to_account", "units"],
  ledger_watermark: [],
  ledger_folds: [],
  ledger_cluster: [],
  halt_names: [],
  halts: ["name", "reason", "since", "takes_two"],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  market_clock: untouched("the time of the market"),
  ledger_currencies: untouched("the currencies of the ledger"),
  ledger_purposes: untouched("what accounts of the ledger are for"),
  ledger_accounts: {
    ownData: { section: "ledger" },
    retention: { kept: "the books are kept whole; they name accounts by number" },
    closing: { obstacle: "balance" },
  },
  journals: {
    ownData: { section: "ledger" },
    retention: { kept: "the books are kept whole; they name accounts by number" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
  postings: {
    ownData: { section: "ledger" },
    retention: { kept: "the books are kept whole; they name accounts by number" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
  ledger_watermark: untouched("how far the ledger was checked"),
  ledger_folds: untouched("sums of the ledger for its checks"),
  ledger_cluster: untouched("which cluster has the ledger"),
  halt_names: untouched("kinds of movement that can be stopped"),
  halts: untouched("kinds of movement that are stopped"),
};
