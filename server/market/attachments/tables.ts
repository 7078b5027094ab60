import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  trade_attachments: [],
  trade_asked_requirements: [],
  trade_policy_reads: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  trade_attachments: {
    ownData: { section: "attachments" },
    retention: { kept: "that a receipt was given stays; the file goes with the conversation" },
    closing: { kept: "others took part in the trade" },
  },
  trade_asked_requirements: untouched("what the seller of a trade asked for"),
  trade_policy_reads: {
    ownData: { section: "attachments" },
    retention: { kept: "others took part in the trade" },
    closing: { kept: "others took part in the trade" },
  },
};
