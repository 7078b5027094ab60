/** The channel of a sent code and its delivery status. */
import * as z from "zod/mini";

const sendState = z.strictObject({ sent: z.boolean(), error: z.boolean() });

export const sentBy = z.strictObject({
  sms: sendState,
  call: sendState,
  push: sendState,
  email: sendState,
  telegram: sendState,
  /** Seconds until the next code may be requested for this action; the request may still be refused with a longer wait. */
  waitSec: z.int(),
});

/** waiting: no status yet. dropped: not sent, because of a limit or a missing destination. */
const CODE_DELIVERIES = ["waiting", "sent", "failed", "dropped"] as const;

/** Of the newest code for one thing, while it counts. */
export const sentCode = z.strictObject({
  ...sentBy.shape,
  /** Null where there is none. */
  delivery: z.nullable(z.enum(CODE_DELIVERIES)),
  /** Of a telephone that did not take it: 1 to 5. */
  errorCode: z.nullable(z.int()),
});
export type SentCode = z.infer<typeof sentCode>;
