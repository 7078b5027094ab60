/** Acts of staff in a recovery, each with their proof for exactly that act. */
import * as z from "zod/mini";
import { hash } from "../../platform/wire.ts";

export const approveRecoveryFor = z.strictObject({ kind: z.literal("approve_recovery"), id: hash });

export const isRecoveryAct = ({ kind }: { readonly kind: string }): boolean => kind === "approve_recovery";
