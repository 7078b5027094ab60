import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  account_recoveries: ["status", "confirmed_at"],
  recovery_pictures: [],
  recovery_looks: [],
  recovery_approvals: [],
  recovery_texts: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  account_recoveries: {
    ownData: { section: "recoveries" },
    retention: { by: "erase_recoveries", after: "365 days after it ended (retention.log_days)" },
    closing: "erased",
  },
  recovery_pictures: {
    ownData: { none: "may be another person's" },
    retention: { by: "end_recovery", after: "when the case ends" },
    closing: { kept: "gone with the case" },
  },
  recovery_looks: {
    ownData: { none: "an act of staff, not of the person" },
    retention: { kept: "gone with the case" },
    closing: { kept: "gone with the case" },
  },
  recovery_approvals: {
    ownData: { none: "an act of staff, not of the person" },
    retention: { kept: "gone with the case" },
    closing: { kept: "gone with the case" },
  },
  recovery_texts: untouched("texts of the catalog"),
};
