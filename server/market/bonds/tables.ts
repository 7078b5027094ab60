import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  bond_methods: [],
  bond_moves: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  bond_methods: untouched("rules of payment methods"),
  bond_moves: {
    ownData: { none: "the lines of the ledger have each" },
    retention: { kept: "the books are kept whole; they name accounts by number" },
    closing: { kept: "a bond is a balance, and that is an obstacle" },
  },
};
