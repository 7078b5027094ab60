/** The details of a request, as they are stored: sealed, and bound to their case. */
import { createHash } from "node:crypto";
import { seal, unseal } from "../../platform/sealed.ts";

/** Which account they named, and what happened. */
export type CaseDetails = { readonly account: string; readonly story: string };

const placeOf = (part: "details" | "email", reference: string) => `account_recoveries.${part}:${reference}`;

export const sealDetails = (details: CaseDetails, reference: string): Buffer =>
  seal(JSON.stringify(details), placeOf("details", reference));
/** Empty where it was erased. */
export const openDetails = (sealed: Uint8Array, reference: string): CaseDetails =>
  sealed.length === 0
    ? { account: "", story: "" }
    : (JSON.parse(unseal(sealed, placeOf("details", reference))) as CaseDetails);

export const sealMailbox = (email: string, reference: string): Buffer => seal(email, placeOf("email", reference));
/** Empty where it was erased. */
export const openMailbox = (sealed: Uint8Array, reference: string): string =>
  sealed.length === 0 ? "" : unseal(sealed, placeOf("email", reference));

const placeOfUser = (externalId: string) => `users.email:${externalId}`;
/** As the account has its email. */
export const sealForAccount = (email: string, externalId: string): Buffer => seal(email, placeOfUser(externalId));
export const openOfAccount = (sealed: Uint8Array, externalId: string): string =>
  unseal(sealed, placeOfUser(externalId));

export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");
