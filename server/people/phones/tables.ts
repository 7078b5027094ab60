import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  phones: [],
  phone_messages: [],
  phone_carrier: [],
  inbox_texts: ["id", "to_number", "channel", "body_text", "at"],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  phones: { ownData: { section: "phone" }, retention: { kept: "kept with the account" }, closing: "erased" },
  phone_messages: {
    ownData: { section: "phone" },
    retention: { by: "forget-phone-codes", after: "2 days" },
    closing: "erased",
  },
  phone_carrier: untouched("which carrier of texts is configured"),
  inbox_texts: untouched("the telephone of a demo market"),
};
