import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  retention_marks: [],
  retention_files: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  retention_marks: untouched("how far rows were looked through"),
  retention_files: untouched("files that are removed at the next turn"),
};
