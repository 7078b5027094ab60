/** How codes of top-ups are stored: sealed for their order, and marked as the vault of gift cards marks its codes. */
import { seal, unseal } from "../../platform/sealed.ts";
import { codeFrom, codeMark } from "../../market/gift-cards/index.ts";
import type { GoodsCode } from "../providers/index.ts";
import type { SealedPin } from "./pin-rows.ts";

export const pinMark = (code: string): Buffer => codeMark(codeFrom(code) ?? code.trim());

const placeOf = (quoteId: bigint, part: "code" | "serial") => `top_up_pins.${part}:${quoteId}`;

export function sealPin({ code, pin: serial }: GoodsCode, quoteId: bigint) {
  return {
    code: seal(code, placeOf(quoteId, "code")),
    serial: serial === undefined ? null : seal(serial, placeOf(quoteId, "serial")),
    mark: pinMark(code),
  };
}

export function openPin({ quote_id: quoteId, code_sealed, serial_sealed }: SealedPin): GoodsCode {
  const code = unseal(code_sealed, placeOf(quoteId, "code"));
  return serial_sealed ? { code, pin: unseal(serial_sealed, placeOf(quoteId, "serial")) } : { code };
}
