/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  rates: ["crypto", "fiat", "rate"],
  rate_days: [],
  rate_uses: [],
} as const;
