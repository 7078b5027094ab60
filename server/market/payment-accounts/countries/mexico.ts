/** Mexico: a CLABE, which is the account number. */
import { clabe as clabes } from "clabe-validator";
import { CARRIED } from "./currency.ts";
import type { CountryRule } from "./rule.ts";

export const mexico: CountryRule = {
  country: "MX",
  lengths: { account_number: [18, 18] },
  identity: () => ["clabe"],
  async check({ clabe = "" }, { findBank }) {
    // A bank or a city that its tables do not know yet is no fault of the number.
    if (!clabes.validate(clabe).valid.format) return { faults: { clabe: "clabe_invalid" } };
    return {
      faults: {},
      derived: { account_number: clabe },
      currencies: CARRIED.MX,
      bankName: (await findBank(`mx-${clabe.slice(0, 3)}`))?.name,
    };
  },
};
