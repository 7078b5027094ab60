/** India: an account number and the IFSC of its branch. */
import { CARRIED } from "./currency.ts";
import { type CountryRule, isDigits } from "./rule.ts";

const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;

export const india: CountryRule = {
  country: "IN",
  lengths: { account_number: [9, 18] },
  identity: () => ["ifsc", "account_number"],
  async check({ ifsc = "", account_number: number }, { findBank }) {
    const bank = IFSC.test(ifsc) ? await findBank(`in-${ifsc.slice(0, 4)}`) : undefined;
    return {
      faults: {
        ...(bank ? {} : { ifsc: "ifsc_invalid" }),
        ...(isDigits(number) ? {} : { account_number: "invalid" }),
      },
      currencies: CARRIED.IN,
      bankName: bank?.name,
    };
  },
};
