import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  staff_acts: ["id", "staff_id", "act", "subject", "reason", "at", "salt"],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  staff_acts: {
    ownData: { none: "an act of staff, not of the person" },
    retention: { by: "staff_words", after: "5 years (retention.act_words_years): its words" },
    closing: { kept: "an act of staff, which the audit needs" },
  },
};
