import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  feedback: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  feedback: {
    ownData: { section: "feedback" },
    retention: { kept: "others took part in the trade" },
    closing: { kept: "others took part in the trade" },
  },
};
