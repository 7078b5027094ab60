import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  send_out_quotes: [],
  send_out_links: [],
  conversion_quotes: ["id", "hash", "user_id", "from_currency", "to_currency", "from_units", "to_units"],
  conversions: ["quote_id"],
  wallet_lines: [],
  wallet_folds: [],
  wallet_fold_place: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  send_out_quotes: {
    ownData: { none: "transfers are in it, and a quote that nobody took is a price" },
    retention: { by: "send_out_quotes", after: "30 days where nobody took it" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
  send_out_links: {
    ownData: { none: "a link in an email, kept as a digest" },
    retention: { kept: "the books are kept whole; they name accounts by number" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
  conversion_quotes: {
    ownData: { section: "conversions" },
    retention: { by: "conversion_quotes", after: "30 days where nobody took it" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
  conversions: {
    ownData: { section: "conversions" },
    retention: { kept: "the books are kept whole; they name accounts by number" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
  wallet_lines: {
    ownData: { none: "postings are in it, of which these are a copy" },
    retention: { kept: "the books are kept whole; they name accounts by number" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
  wallet_folds: {
    ownData: { none: "postings are in it, of which these are a sum" },
    retention: { kept: "one row for each account of the ledger" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
  wallet_fold_place: untouched("how far the worker has copied postings"),
};
