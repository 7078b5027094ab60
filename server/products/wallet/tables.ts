/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  send_out_quotes: [],
  send_out_links: [],
  conversion_quotes: [],
  conversions: [],
} as const;
