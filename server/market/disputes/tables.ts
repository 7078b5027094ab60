import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  disputes: ["opened_at", "outcome"],
  dispute_evidence: [],
  dispute_appeals: [],
  chargeback_methods: [],
  chargeback_reports: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  disputes: {
    ownData: { section: "disputes" },
    retention: { by: "erase_old_conversations", after: "5 years after the trade (retention.chat_years): its words" },
    closing: { obstacle: "cases" },
  },
  dispute_evidence: {
    ownData: { section: "evidence" },
    retention: { by: "erase_evidence", after: "5 years after the trade: its words and files" },
    closing: { kept: "others took part in the trade" },
  },
  dispute_appeals: {
    ownData: { section: "evidence" },
    retention: { by: "erase_evidence", after: "5 years after the trade: its words and files" },
    closing: { kept: "others took part in the trade" },
  },
  chargeback_methods: untouched("rules of payment methods"),
  chargeback_reports: {
    ownData: { section: "chargebacks" },
    retention: { by: "erase_chargeback", after: "5 years after the trade: its words" },
    closing: { kept: "others took part in the trade" },
  },
};
