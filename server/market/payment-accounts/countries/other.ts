/** Every other country: an IBAN, or an account number at a bank that is named or has a SWIFT code. */
import { currencyInIban } from "./currency.ts";
import { checkIban, checkSwift } from "./iban.ts";
import type { CountryRule } from "./rule.ts";

export const other: CountryRule = {
  country: "OTHER",
  lengths: { account_number: [4, 34] },
  identity: ({ iban, swift }) =>
    iban ? ["iban"] : swift ? ["swift", "account_number"] : ["bank_name", "account_number"],
  async check(entered, { iso, findBank }) {
    const { iban, swift, account_number: number, bank_name: named } = entered;
    const ofCodes = { ...checkSwift(entered, iso), ...checkIban(entered, iso) };
    const bankName = swift && !ofCodes.swift ? (await findBank(`bic-${swift.slice(0, 8)}`))?.name : undefined;
    const isNameless = named === undefined && bankName === undefined && (iban === undefined || swift !== undefined);
    return {
      faults: {
        ...(number === undefined || /^[A-Z0-9]+$/i.test(number) ? {} : { account_number: "invalid" }),
        ...(isNameless
          ? { bank_name: swift === undefined ? "bank_name_empty_without_swift" : "bank_name_empty_with_swift" }
          : {}),
        ...ofCodes,
      },
      currencies: ofCodes.iban ? undefined : currencyInIban(entered),
      bankName,
    };
  },
};
