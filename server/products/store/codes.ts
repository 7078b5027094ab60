/** How codes of bought gift cards are stored: sealed, and marked as the vault of gift cards marks them, so that one is known wherever it comes again. */
import { seal, unseal } from "../../platform/sealed.ts";
import { codeFrom, codeMark } from "../../market/gift-cards/index.ts";
import type { GoodsCode } from "../providers/index.ts";

/** In the canonical form of the vault where it has one; an address or a text stays as it is. */
const canonical = (code: string): string => codeFrom(code) ?? code.trim();

export const markOf = (code: string): Buffer => codeMark(canonical(code));

/** Bound to the card, so that a cipher text that is moved to another does not open. */
export const sealCode = (code: string, hash: string): Buffer => seal(code, `store_codes.code:${hash}`);
export const openCode = (sealed: Uint8Array, hash: string): string => unseal(sealed, `store_codes.code:${hash}`);
export const sealPin = (pin: string, hash: string): Buffer => seal(pin, `store_codes.pin:${hash}`);
export const openPin = (sealed: Uint8Array, hash: string): string => unseal(sealed, `store_codes.pin:${hash}`);

export function sealedOf({ code, pin }: GoodsCode, hash: string) {
  return { code: sealCode(code, hash), pin: pin === undefined ? null : sealPin(pin, hash), mark: markOf(code) };
}
