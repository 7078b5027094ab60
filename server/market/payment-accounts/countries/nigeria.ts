/** Nigeria: a bank of the central bank's list and a NUBAN of ten digits. */
import { isNuban } from "../checksums.ts";
import { CARRIED } from "./currency.ts";
import { type CountryRule, isDigits } from "./rule.ts";

/** Deposit money banks. Numbers of others are given out without the check digit that the bank's code would make. */
const CHECKED_CODE = /^(0[0-9]{2}|1[0-9]{2}|2[0-9]{2}|30[0-9])$/;

export const nigeria: CountryRule = {
  country: "NG",
  lengths: { account_number: [10, 10] },
  identity: () => ["bank_id", "account_number"],
  async check({ bank_id: bankId = "", account_number: number = "" }, { findBank }) {
    if (!bankId.startsWith("ng-"))
      return { faults: { bank_id: (await findBank(bankId)) ? "country_mismatch" : "not_existing" } };
    const bank = await findBank(bankId);
    if (!bank) return { faults: { bank_id: "not_existing" } };
    const code = bankId.slice(3);
    const isRight = isDigits(number) && (!CHECKED_CODE.test(code) || isNuban(code, number));
    return {
      faults: isRight ? {} : { account_number: "invalid" },
      currencies: CARRIED.NG,
      bankName: bank.name,
    };
  },
};
