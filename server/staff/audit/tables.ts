import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  audit_batches: [],
} as const;

/** What happens to their rows: in the archive of a user's own data, with age, and when an account is closed. */
export const DATA: DataOf<typeof TABLES> = {
  audit_batches: untouched("the signed heads of the audit log"),
};
