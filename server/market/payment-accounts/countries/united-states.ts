/** The United States: a routing number with its check digit, and an account number that has none. */
import { isAbaNumber } from "../checksums.ts";
import { CARRIED } from "./currency.ts";
import { type CountryRule, isDigits } from "./rule.ts";

export const unitedStates: CountryRule = {
  country: "US",
  lengths: { routing_number: [9, 9], account_number: [4, 17], zip: [5, 9] },
  identity: () => ["routing_number", "account_number"],
  async check({ routing_number: routing = "", account_number: number }, { findBank }) {
    return {
      faults: {
        ...(isAbaNumber(routing) ? {} : { routing_number: "invalid" }),
        ...(isDigits(number) ? {} : { account_number: "invalid" }),
      },
      currencies: CARRIED.US,
      bankName: (await findBank(`us-${routing}`))?.name,
    };
  },
};
