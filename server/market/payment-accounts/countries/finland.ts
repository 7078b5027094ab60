/** Finland: an IBAN, with its SWIFT code or without. */
import { checkIban, checkSwift } from "./iban.ts";
import type { CountryRule } from "./rule.ts";

export const finland: CountryRule = {
  country: "FI",
  lengths: { iban: [18, 18] },
  identity: () => ["iban"],
  async check(entered, around) {
    return {
      faults: { ...checkSwift(entered, "FI"), ...checkIban(entered, "FI") },
      bankName: entered.swift && (await around.findBank(`bic-${entered.swift.slice(0, 8)}`))?.name,
    };
  },
};
