/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  chat_members: [],
  upload_tries: [],
  uploads: ["id", "hash", "name", "mime_type", "sha256"],
  chat_messages: ["trade_id", "author_id"],
} as const;
