import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  card_accounts: [],
  cards: [],
  card_holders: [],
  card_approvals: [],
  card_authorizations: [],
  card_entries: [],
  card_disputes: [],
  card_program_ends: [],
  card_debts: [],
  card_top_ups: [],
  card_withdrawals: [],
  card_messages: [],
  card_statements: [],
  card_statement_lines: [],
} as const;

const STATED = "what the issuer booked; it names entries by its own ids";
const BOOKS = "the books are kept whole; they name accounts by number";

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  card_accounts: {
    ownData: { none: "when the first card was made, which is in cards" },
    retention: { kept: BOOKS },
    closing: { kept: BOOKS },
  },
  cards: {
    ownData: { section: "cards" },
    retention: { kept: "with the account; a number goes with its card" },
    closing: "erased",
  },
  card_holders: {
    ownData: { section: "card_holders" },
    retention: { kept: "with the account: the issuer asks again about people whose cards it made" },
    closing: "erased",
  },
  card_approvals: {
    ownData: { section: "card_approvals" },
    retention: { by: "card_approvals", after: "90 days" },
    closing: "erased",
  },
  card_authorizations: {
    ownData: { section: "card_payments" },
    retention: { kept: BOOKS },
    closing: "erased",
  },
  card_entries: {
    ownData: { section: "card_entries" },
    retention: { kept: BOOKS },
    closing: "erased",
  },
  card_disputes: {
    ownData: { section: "card_disputes" },
    retention: { kept: BOOKS },
    closing: "erased",
  },
  card_program_ends: untouched("one row for each issuer whose program ended"),
  card_debts: {
    ownData: { none: "a sum of the entries" },
    retention: { kept: BOOKS },
    closing: { obstacle: "card_debt" },
  },
  card_top_ups: { ownData: { section: "card_moves" }, retention: { kept: BOOKS }, closing: { kept: BOOKS } },
  card_withdrawals: { ownData: { section: "card_moves" }, retention: { kept: BOOKS }, closing: { kept: BOOKS } },
  card_messages: {
    ownData: { none: "the issuer's messages, of which the entries are made" },
    retention: { by: "card_messages", after: "1 year" },
    closing: { kept: "what an issuer said is evidence; it names cards by our own id" },
  },
  card_statements: untouched("one row a day for each issuer"),
  card_statement_lines: {
    ownData: { none: "the same as the entries" },
    retention: { kept: BOOKS },
    closing: { kept: STATED },
  },
};
