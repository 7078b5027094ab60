import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  retention_marks: [],
  retention_files: [],
} as const;

/** What happens to their rows: in the archive of somebody's own data, with age, and when an account is closed. */
export const DATA: DataOf<typeof TABLES> = {
  retention_marks: untouched("how far rows were looked through"),
  retention_files: untouched("files that are removed at the next turn"),
};
