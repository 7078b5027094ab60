/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  phones: [],
  phone_messages: [],
  phone_carrier: [],
  inbox_texts: ["id", "to_number", "channel", "body_text", "at"],
} as const;
