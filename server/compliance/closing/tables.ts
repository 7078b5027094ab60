import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  account_closures: [],
  closing_steps: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  account_closures: {
    ownData: { section: "closing" },
    retention: { kept: "says that the account is closed" },
    closing: { kept: "says that the account is closed" },
  },
  closing_steps: untouched("declared in the code"),
};
