/** IBAN and SWIFT code, and whether they go together. */
import { extractIBAN, isValidBIC, isValidIBAN } from "ibantools";
import type { Entered, Faults } from "./rule.ts";

/** Of the country that is asked for, where one is. */
export function checkSwift({ swift }: Entered, iso: string | undefined): Faults {
  if (swift === undefined) return {};
  if (!isValidBIC(swift)) return { swift: "invalid" };
  return iso !== undefined && swift.slice(4, 6) !== iso ? { swift: "swift_not_matching_country" } : {};
}

export function checkIban({ iban, swift }: Entered, iso: string | undefined): Faults {
  if (iban === undefined) return {};
  if (iso !== undefined && iban.slice(0, 2) !== iso && /^[A-Z]{2}[0-9]{2}/.test(iban))
    return { iban: "country_mismatch" };
  if (!isValidIBAN(iban)) return { iban: "invalid" };
  return swift === undefined || isOneBank(iban, swift) ? {} : { iban: "iban_not_matching_swift" };
}

/** In many countries an IBAN has the four letters of the SWIFT code in it; in the others the country is what can be compared. */
function isOneBank(iban: string, swift: string): boolean {
  if (iban.slice(0, 2) !== swift.slice(4, 6)) return false;
  const letters = bankLetters(iban);
  return letters === undefined || letters === swift.slice(0, 4);
}

/** The four letters by which an IBAN names its bank; undefined where it does that by digits. */
export function bankLetters(iban: string): string | undefined {
  const { bankIdentifier } = extractIBAN(iban);
  return bankIdentifier && /^[A-Z]{4}$/.test(bankIdentifier) ? bankIdentifier : undefined;
}
