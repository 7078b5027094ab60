import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  referrals: [],
  product_fees: [],
  product_fees_mark: [],
  reward_rates: [],
  reward_dues: [],
  reward_claims: [],
  reward_entries: [],
  partner_clicks: [],
  partner_cases: ["status", "opened_at"],
  ambassadors: [],
  ambassador_applications: ["status", "sent_at"],
  ambassador_notes: [],
  ambassador_assignments: [],
  lesson_rewards: ["user_id", "units", "at"],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  referrals: {
    ownData: { section: "referrals" },
    retention: { kept: "kept with the account" },
    closing: "erased",
  },
  product_fees: {
    ownData: { none: "fees of orders and trades, which the archive has with these" },
    retention: { kept: "the books are kept whole; they name accounts by number" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
  product_fees_mark: untouched("how far the journals were looked through for fees"),
  reward_rates: untouched("shares of the fee, by version"),
  reward_dues: untouched("trades that the next batch looks at"),
  reward_claims: {
    ownData: { section: "rewards" },
    retention: { kept: "the books are kept whole; they name accounts by number" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
  reward_entries: {
    ownData: { section: "rewards" },
    retention: { kept: "the books are kept whole; they name accounts by number" },
    closing: { obstacle: "rewards" },
  },
  partner_clicks: {
    ownData: { none: "counts of visits and registrations, without the visitors" },
    retention: { by: "partner_clicks", after: "2 years" },
    closing: { kept: "counts of visits and registrations, without the visitors" },
  },
  ambassadors: {
    ownData: { section: "ambassador" },
    retention: { kept: "an act of staff, which the audit needs" },
    closing: "erased",
  },
  ambassador_applications: {
    ownData: { section: "ambassador" },
    retention: { kept: "kept with the account" },
    closing: "erased",
  },
  ambassador_notes: {
    ownData: { none: "what staff think of an application" },
    retention: { kept: "kept with the application" },
    closing: "erased",
  },
  ambassador_assignments: {
    ownData: { section: "assigned" },
    retention: { kept: "the books are kept whole; they name accounts by number" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
  lesson_rewards: {
    ownData: { section: "lesson_reward" },
    retention: { kept: "the books are kept whole; they name accounts by number" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
  partner_cases: {
    ownData: { none: "what staff look at; an archive of it would explain the rules to those who break them" },
    retention: { kept: "an act of staff, which the audit needs" },
    closing: { kept: "an act of staff, which the audit needs" },
  },
};
