/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  data_exports: [],
  data_export_pieces: [],
} as const;
