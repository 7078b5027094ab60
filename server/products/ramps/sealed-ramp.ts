/** How accounts, names and instructions of orders are stored: sealed for their user. */
import type { RampParty } from "#contract/products/ramps/ramps.ts";
import { seal, unseal } from "../../platform/sealed.ts";
import type { PayTo } from "../providers/index.ts";

type Column = "party" | "instructions" | "payer";

export const sealText = (column: Column, text: string, userId: bigint): Buffer =>
  seal(text, `ramp_orders.${column}:${userId}`);
export const openText = (column: Column, sealed: Uint8Array, userId: bigint): string =>
  unseal(sealed, `ramp_orders.${column}:${userId}`);

export const sealParty = (party: RampParty | null, userId: bigint): Buffer =>
  sealText("party", JSON.stringify(party), userId);

/** Null where none is needed, and after the closing of the account. */
export const openParty = (sealed: Uint8Array, userId: bigint): RampParty | null =>
  sealed.length === 0 ? null : (JSON.parse(openText("party", sealed, userId)) as RampParty | null);

export const sealPayTo = (to: PayTo, userId: bigint): Buffer => sealText("instructions", JSON.stringify(to), userId);
export const openPayTo = (sealed: Uint8Array, userId: bigint): PayTo =>
  JSON.parse(openText("instructions", sealed, userId)) as PayTo;

/** Of a line of JSON of the archive, from the database. */
export function openRampLine(line: string): string {
  const { party_sealed: party, payer_sealed: payer, user, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const opened = (column: Column, sealed: unknown) =>
    typeof sealed === "string" && sealed !== ""
      ? openText(column, Buffer.from(sealed.replaceAll(/\s/g, ""), "base64"), BigInt(String(user)))
      : undefined;
  const account = opened("party", party);
  const payerName = opened("payer", payer);
  return JSON.stringify({ ...fields, account: account && JSON.parse(account), payerName });
}
