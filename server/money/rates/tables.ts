import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  rates: ["crypto", "fiat", "rate"],
  rate_days: [],
  rate_uses: [],
} as const;

/** What happens to their rows: in the archive of somebody's own data, with age, and when an account is closed. */
export const DATA: DataOf<typeof TABLES> = {
  rates: untouched("prices of the market"),
  rate_days: untouched("prices of the market"),
  rate_uses: untouched("prices of the market"),
};
