/** Acts of staff about documents, each with their proof for exactly that act. */
import * as z from "zod/mini";
import { VERIFICATION_KINDS } from "./names.ts";
import { hash, username } from "../../platform/wire.ts";

export const approveVerificationFor = z.strictObject({ kind: z.literal("approve_verification"), id: hash });
/** `id` is a username. */
export const demandVerificationFor = z.strictObject({
  kind: z.literal("demand_verification"),
  id: username,
  document: z.enum(VERIFICATION_KINDS),
});
export type VerificationAct = z.infer<typeof approveVerificationFor> | z.infer<typeof demandVerificationFor>;

export function isVerificationAct<T extends { readonly kind: string }>(
  wanted: T,
): wanted is Extract<T, VerificationAct> {
  return wanted.kind === "approve_verification" || wanted.kind === "demand_verification";
}
