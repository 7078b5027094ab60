/**
 * Numbers of virtual cards. Those of the house issuer begin with 9, which no card network has (ISO/IEC 7812-1: national use), and end with the check
 * digit of Luhn. The number is sealed for its card; the three digits of the back are derived from it and stored nowhere.
 */
import { ids } from "../../../platform/ids.ts";
import { blindIndex, isSigned, seal, signed, unseal } from "../../../platform/sealed.ts";

const LENGTH = 16;
const PREFIX = "9421";

export function newNumber(): string {
  const body = PREFIX + ids.digits(LENGTH - PREFIX.length - 1);
  return body + checkDigit(body);
}

/** The digits of what was typed; undefined for what is no number of a card. */
export function numberFrom(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, "");
  return /^\d{16}$/.test(digits) && checkDigit(digits.slice(0, -1)) === digits.at(-1) ? digits : undefined;
}

/** Luhn: from the right every second digit counts twice. */
function checkDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

const placeOf = (hash: string) => `cards.number:${hash}`;

export const sealNumber = (number: string, hash: string): Buffer => seal(number, placeOf(hash));
export const openNumber = (sealed: Uint8Array, hash: string): string => unseal(sealed, placeOf(hash));
export const numberMark = (number: string): Buffer => blindIndex(number, "cards.number");

/** Of a number and its last day (2029-11-29). */
export function cvvOf(number: string, expiresOn: string): string {
  const bytes = blindIndex(`${number}:${expiresOn.slice(0, 7)}`, "cards.cvv");
  return String(bytes.readUInt32BE(0) % 1000).padStart(3, "0");
}

/** Messages of the house issuer. */
export const signMessage = (body: string): string => signed(body, "card_message");
export const isMessageSigned = (mark: string, body: string): boolean =>
  isSigned(mark, { text: body, purpose: "card_message" });
