/** Acts of staff about a transfer, each with their proof for exactly that act. */
import * as z from "zod/mini";
import { hash } from "../platform/wire.ts";

export const stopSendOutFor = z.strictObject({ kind: z.literal("stop_send_out"), id: hash });

export const isStopOfSendOut = ({ kind }: { readonly kind: string }): boolean => kind === "stop_send_out";
