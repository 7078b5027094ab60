/** Codes of gift cards: how they are compared, sealed for the vault, and marked so that the same one is known again. */
import { CODE_LENGTH } from "#contract/market/trades/gift-card-names.ts";
import { blindIndex, seal, unseal } from "../../platform/sealed.ts";

/** A code in its canonical form: "abcd-1234 efgh" and "ABCD1234EFGH" are one. Undefined for what is no code. */
export function codeFrom(typed: string): string | undefined {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  const isCode = /^[A-Z0-9]+$/.test(code) && code.length >= CODE_LENGTH.least && code.length <= CODE_LENGTH.most;
  return isCode ? code : undefined;
}

/** Which secret marks, sealed.ts knows: while it is exchanged every mark is made anew. */
export const codeMark = (code: string): Buffer => blindIndex(code, "gift_cards.code");

/** Bound to the card, so that a cipher text that is moved to another does not open. */
export const sealCode = (code: string, hash: string): Buffer => seal(code, `gift_cards.code:${hash}`);

export const openCode = (sealed: Uint8Array, hash: string): string => unseal(sealed, `gift_cards.code:${hash}`);
