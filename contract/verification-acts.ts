/** What staff do about documents by their own proof over just that. */
import * as z from "zod/mini";
import { hash } from "./wire.ts";

export const approveVerificationFor = z.strictObject({ kind: z.literal("approve_verification"), id: hash });
export type VerificationAct = z.infer<typeof approveVerificationFor>;

export function isVerificationAct<T extends { readonly kind: string }>(
  wanted: T,
): wanted is Extract<T, VerificationAct> {
  return wanted.kind === "approve_verification";
}
