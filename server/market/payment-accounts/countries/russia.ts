/** Russia: a BIK and an account number whose key follows from it. */
import { isBik, isRussianAccount } from "../checksums.ts";
import { currencyOfRussian } from "./currency.ts";
import type { CountryRule } from "./rule.ts";

export const russia: CountryRule = {
  country: "RU",
  lengths: { routing_number: [9, 9], account_number: [20, 20] },
  identity: () => ["routing_number", "account_number"],
  async check({ routing_number: bik = "", account_number: number = "" }, { findBank }) {
    if (!isBik(bik)) return { faults: { routing_number: "invalid" } };
    return {
      faults: isRussianAccount(bik, number) ? {} : { account_number: "invalid" },
      currencies: currencyOfRussian(number),
      bankName: (await findBank(`ru-${bik}`))?.name,
    };
  },
};
