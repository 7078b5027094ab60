/** What staff do about a transfer by their own proof over just that. */
import * as z from "zod/mini";
import { hash } from "../platform/wire.ts";

export const stopSendOutFor = z.strictObject({ kind: z.literal("stop_send_out"), id: hash });

export const isStopOfSendOut = ({ kind }: { readonly kind: string }): boolean => kind === "stop_send_out";
