import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  chat_members: [],
  uploads: ["id", "hash", "name", "mime_type", "sha256", "file_key", "thumb_key", "size_bytes", "created_at"],
  chat_messages: ["trade_id", "author_id"],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  chat_members: {
    ownData: { none: "who read how far" },
    retention: { by: "erase_old_conversations", after: "5 years after the trade (retention.chat_years)" },
    closing: { kept: "others took part in the trade" },
  },
  uploads: {
    ownData: { section: "messages" },
    retention: { by: "uploads", after: "30 days where nobody posted it, and with the conversation" },
    closing: { kept: "others took part in the trade" },
  },
  chat_messages: {
    ownData: { section: "messages" },
    retention: { by: "erase_old_conversations", after: "5 years after the trade (retention.chat_years)" },
    closing: { kept: "others took part in the trade" },
  },
};
