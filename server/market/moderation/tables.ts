/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  offer_reports: [],
  offer_rejections: [],
} as const;
