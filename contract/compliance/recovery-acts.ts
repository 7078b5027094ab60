/** What staff approve of a recovery by their own proof over just that. */
import * as z from "zod/mini";
import { hash } from "../platform/wire.ts";

export const approveRecoveryFor = z.strictObject({ kind: z.literal("approve_recovery"), id: hash });

export const isRecoveryAct = ({ kind }: { readonly kind: string }): boolean => kind === "approve_recovery";
