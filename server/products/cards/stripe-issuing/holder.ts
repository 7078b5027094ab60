/** The address that the issuer gets of a user, as it is stored: sealed for them. */
import type { HolderAddress } from "#contract/products/cards/cards.ts";
import { seal, unseal } from "../../../platform/sealed.ts";

const placeOf = (userId: bigint) => `card_holders.address:${userId}`;

export const sealAddress = (address: HolderAddress, userId: bigint): Buffer =>
  sealAddressText(JSON.stringify(address), userId);
export const openAddress = (sealed: Uint8Array, userId: bigint): HolderAddress =>
  JSON.parse(openAddressText(sealed, userId)) as HolderAddress;

export const sealAddressText = (text: string, userId: bigint): Buffer => seal(text, placeOf(userId));
export const openAddressText = (sealed: Uint8Array, userId: bigint): string => unseal(sealed, placeOf(userId));

/** Of a line of JSON of the archive, from the database. */
export function openHolderLine(line: string): string {
  const { address_sealed: sealed, user, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const bytes = Buffer.from(String(sealed ?? "").replaceAll(/\s/g, ""), "base64");
  return JSON.stringify({
    ...fields,
    address: bytes.length > 0 ? openAddress(bytes, BigInt(String(user))) : undefined,
  });
}
