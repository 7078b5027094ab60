/** IBAN and SWIFT code, and whether they go together. */
import { extractIBAN, isValidBIC, isValidIBAN } from "ibantools";
import type { Entered, Faults } from "./rule.ts";

/** Of the country that is asked for, where one is. */
export function checkSwift({ swift }: Entered, iso: string | undefined): Faults {
  if (swift === undefined) return {};
  if (!isValidBIC(swift)) return { swift: "invalid" };
  return iso !== undefined && !isOneLand(swift.slice(4, 6), iso) ? { swift: "swift_not_matching_country" } : {};
}

export function checkIban({ iban, swift }: Entered, iso: string | undefined): Faults {
  if (iban === undefined) return {};
  if (iso !== undefined && !isOneLand(iban.slice(0, 2), iso) && /^[A-Z]{2}[0-9]{2}/.test(iban))
    return { iban: "country_mismatch" };
  if (!isValidIBAN(iban)) return { iban: "invalid" };
  return swift === undefined || isOneBank(iban, swift) ? {} : { iban: "iban_not_matching_swift" };
}

/**
 * In many countries an IBAN has the four letters of the SWIFT code in it: the bank is then the same in each of its branches,
 * wherever that is. In the others only the country can be compared.
 */
function isOneBank(iban: string, swift: string): boolean {
  const letters = bankLetters(iban);
  return letters === undefined ? isOneLand(iban.slice(0, 2), swift.slice(4, 6)) : letters === swift.slice(0, 4);
}

/** Countries whose banks also serve territories with codes of their own, in SWIFT codes or in IBANs. */
const LANDS = [
  "GB GG JE IM",
  "FR GP MQ GF RE YT PM BL MF NC PF WF TF MC",
  "FI AX",
  "NO SJ BV",
  "DK FO GL",
  "CH LI",
  "ES IC EA",
  "RS XK",
  "IT VA SM",
  "US PR VI GU AS MP UM",
  "NL BQ CW SX AW",
].map((codes) => codes.split(" "));

const isOneLand = (one: string, other: string): boolean =>
  one === other || LANDS.some((codes) => codes.includes(one) && codes.includes(other));

/** The four letters by which an IBAN names its bank; undefined where it does that by digits. */
export function bankLetters(iban: string): string | undefined {
  const { bankIdentifier } = extractIBAN(iban);
  return bankIdentifier && /^[A-Z]{4}$/.test(bankIdentifier) ? bankIdentifier : undefined;
}
