import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  rates: ["crypto", "fiat", "rate"],
  rate_days: [],
  rate_uses: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  rates: untouched("prices of the market"),
  rate_days: untouched("prices of the market"),
  rate_uses: untouched("prices of the market"),
};
