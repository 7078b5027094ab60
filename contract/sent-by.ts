/** By which channel a code has just left. */
import * as z from "zod/mini";

const sendState = z.strictObject({ sent: z.boolean(), error: z.boolean() });

export const sentBy = z.strictObject({
  sms: sendState,
  call: sendState,
  push: sendState,
  email: sendState,
  /** Until the next may be asked for. */
  waitSec: z.int(),
});
