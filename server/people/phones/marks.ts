/** How numbers and codes lie in the database: sealed where they are read again, marked where they are only compared. */
import { blindIndex, seal, unseal } from "../../platform/sealed.ts";

const numberPlace = (externalId: string) => `phones.number:${externalId}`;
const codePlace = (externalId: string) => `phone_messages.code:${externalId}`;

export const numberMark = (number: string): Buffer => blindIndex(number, "phones.number");
export const codeMark = (code: string, externalId: string): Buffer =>
  blindIndex(`${externalId}:${code}`, "phones.code");

export const sealNumber = (number: string, externalId: string): Buffer => seal(number, numberPlace(externalId));
export const openNumber = (sealed: Uint8Array, externalId: string): string => unseal(sealed, numberPlace(externalId));

export const sealCode = (code: string, externalId: string): Buffer => seal(code, codePlace(externalId));
export const openCode = (sealed: Uint8Array, externalId: string): string => unseal(sealed, codePlace(externalId));

/** Of a line of JSON with a user's own number, from the database. */
export function openPhoneLine(line: string): string {
  const { phone_sealed: sealed, externalId, ...fields } = JSON.parse(line) as Record<string, unknown>;
  if (typeof sealed !== "string") return line;
  return JSON.stringify({ number: openNumber(Buffer.from(sealed, "base64"), String(externalId)), ...fields });
}
