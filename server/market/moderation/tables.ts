import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  offer_reports: ["offer_id", "reported_at", "outcome"],
  offer_rejections: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  offer_reports: {
    ownData: { section: "offer_words" },
    retention: { kept: "an act of staff, which the audit needs" },
    closing: "erased",
  },
  offer_rejections: {
    ownData: { section: "offer_words" },
    retention: { kept: "an act of staff, which the audit needs" },
    closing: "erased",
  },
};
