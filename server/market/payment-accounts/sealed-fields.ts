/** How the fields of accounts lie in the database: each sealed by itself, for its name and the row it is in. */
import { blindIndex, seal, sealingVersion, unseal } from "../../platform/sealed.ts";

export type Texts = Readonly<Record<string, string>>;

/** The place for sealing: the table and the row's public id. */
export const placeOfAccount = (publicId: string) => `payment_accounts:${publicId}`;
export const placeInTrade = (publicId: string) => `trade_payment_accounts:${publicId}`;
const placeOfPayer = (tradeHash: string) => `trade_payers:${tradeHash}`;

export type SealedFields = { readonly fields: Texts; readonly sealedWith: number };

export function sealFields(fields: Readonly<Record<string, string | undefined>>, place: string): SealedFields {
  const sealed = Object.entries(fields).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, seal(text, `${place}:${name}`).toString("base64")] as const],
  );
  return { fields: Object.fromEntries(sealed), sealedWith: sealingVersion() };
}

export function openFields(fields: Texts, place: string): Record<string, string> {
  const opened = Object.entries(fields).map(
    ([name, sealed]) => [name, unseal(Buffer.from(sealed, "base64"), `${place}:${name}`)] as const,
  );
  return Object.fromEntries(opened);
}

export const sealHolder = (holder: string, tradeHash: string): Buffer =>
  seal(holder, `${placeOfPayer(tradeHash)}:holder_name`);
export const openHolder = (sealed: Uint8Array, tradeHash: string): string =>
  unseal(sealed, `${placeOfPayer(tradeHash)}:holder_name`);

/** The same account has the same mark for every user. */
export const accountMark = (identity: string): Buffer => blindIndex(identity, "payment_accounts.mark");

/** Of a line of JSON that the database made for its owner. */
export function openAccountLine(line: string): string {
  const { sealed_fields: sealed, place, ...facts } = JSON.parse(line) as Record<string, unknown>;
  return JSON.stringify({ ...facts, fields: openFields(sealed as Texts, String(place)) });
}
