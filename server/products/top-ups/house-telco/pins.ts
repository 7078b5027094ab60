/** Codes of the demo's telephone company, as it stores them. */
import { ids } from "../../../platform/ids.ts";
import { seal, unseal } from "../../../platform/sealed.ts";

const placeOf = (reference: string) => `house_telco_pins.code:${reference}`;

export const sealOwnPin = (code: string, reference: string): Buffer => seal(code, placeOf(reference));
export const openOwnPin = (sealed: Uint8Array, reference: string): string => unseal(sealed, placeOf(reference));

/** Four groups of four digits. */
export function newPin(): string {
  const digits = BigInt(`0x${ids.uuid().replaceAll("-", "")}`)
    .toString()
    .slice(-16)
    .padStart(16, "0");
  return digits.replace(/(\d{4})(?=\d)/g, "$1-");
}
