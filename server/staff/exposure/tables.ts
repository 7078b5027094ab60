import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  house_advice: [],
  exposure_days: [],
  exposure_starts: [],
  house_orders: [],
  venue_balances: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  house_advice: untouched("about the operator's own coins; an administrator who ended one is in the audit"),
  exposure_days: untouched("sums of the operator"),
  exposure_starts: untouched("sums of the operator"),
  house_orders: untouched("orders of the operator, by an account of its own"),
  venue_balances: untouched("what the operator has at a venue outside"),
};
