/** The United States: a routing number with its check digit, and an account number that has none. */
import { isAbaNumber } from "../checksums.ts";
import { CARRIED } from "./currency.ts";
import { type CountryRule, isDigits } from "./rule.ts";

/** Of five digits, or of nine with a dash or a space between them. */
const ZIP = /^\d{5}(?:[- ]?\d{4})?$/;

export const unitedStates: CountryRule = {
  country: "US",
  lengths: { routing_number: [9, 9], account_number: [4, 17], city: [2, 100], zip: [5, 10] },
  identity: () => ["routing_number", "account_number"],
  async check({ routing_number: routing = "", account_number: number, zip }, { findBank }) {
    return {
      faults: {
        ...(isAbaNumber(routing) ? {} : { routing_number: "invalid" }),
        ...(isDigits(number) ? {} : { account_number: "invalid" }),
        ...(zip === undefined || ZIP.test(zip) ? {} : { zip: "invalid" }),
      },
      currencies: CARRIED.US,
      bankName: (await findBank(`us-${routing}`))?.name,
    };
  },
};
