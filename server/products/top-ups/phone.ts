/** How the numbers of top-ups are stored: sealed for their user, and marked where they are compared. */
import { blindIndex, seal, unseal } from "../../platform/sealed.ts";

const placeOf = (userId: bigint) => `top_ups.phone:${userId}`;

export const sealPhone = (number: string, userId: bigint): Buffer => seal(number, placeOf(userId));
export const openPhone = (sealed: Uint8Array, userId: bigint): string => unseal(sealed, placeOf(userId));
export const phoneMark = (number: string): Buffer => blindIndex(number, "top_ups.phone");

/** Of a line of JSON of the archive, from the database. */
export function openTopUpLine(line: string): string {
  const { phone_sealed: sealed, user, ...fields } = JSON.parse(line) as Record<string, unknown>;
  if (typeof sealed !== "string" || typeof user !== "string" || sealed === "") return JSON.stringify(fields);
  return JSON.stringify({ number: openPhone(Buffer.from(sealed, "base64"), BigInt(user)), ...fields });
}
