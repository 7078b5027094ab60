import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  messenger_profiles: ["user_id", "accepts"],
  direct_conversations: [],
  direct_members: ["user_id", "state", "unread", "is_muted", "is_archived"],
  direct_messages: [],
  direct_reports: ["reported_at", "outcome"],
  direct_report_messages: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  messenger_profiles: {
    ownData: { section: "messenger" },
    retention: { kept: "kept with the account" },
    closing: "erased",
  },
  direct_conversations: {
    ownData: { section: "direct_messages" },
    retention: { kept: "the pair of users, without what they wrote" },
    closing: "erased",
  },
  direct_members: {
    ownData: { none: "how far a member has read, and what they muted" },
    retention: { kept: "kept with the conversation" },
    closing: { kept: "others took part in the conversation" },
  },
  direct_messages: {
    ownData: { section: "direct_messages" },
    retention: { by: "direct_messages", after: "5 years (retention.chat_years)" },
    closing: { kept: "others took part in the conversation" },
  },
  direct_reports: {
    ownData: { section: "direct_reports" },
    retention: { by: "direct_reports", after: "a year after the staff closed it" },
    closing: { kept: "an act of staff, which the audit needs" },
  },
  direct_report_messages: {
    ownData: { none: "copies of messages, which are in the archive of their author" },
    retention: { by: "direct_reports", after: "with its report" },
    closing: { kept: "an act of staff, which the audit needs" },
  },
};
