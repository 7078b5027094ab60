/** Waiting transfers for review by staff: the reason of the wait, the destination (shown for a stated reason), and stopping one. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { SEND_OUT_WAITS } from "./held-send-out-names.ts";
import { amount, cryptoCode, hash, instant, rowNumber, text, username } from "../platform/wire.ts";

const reason = text({ min: 3, max: 250 });

export const heldSendOut = z.strictObject({
  id: hash,
  username,
  cryptoCurrencyCode: cryptoCode,
  amount,
  fee: amount,
  createdAt: instant,
  why: z.enum(SEND_OUT_WAITS),
  /** The earliest time of its payment; null if it does not wait for a time. */
  until: z.nullable(instant),
  /** The asker may stop it. */
  mayStop: z.boolean(),
});
export type HeldSendOut = z.infer<typeof heldSendOut>;

export const heldSendOuts = z.strictObject({
  /** Oldest first. */
  rows: z.array(heldSendOut),
  /** Where the next page begins; null at the end. */
  next: z.nullable(rowNumber),
  /** At most 1000: more are not counted. */
  waiting: z.int(),
});
export type HeldSendOuts = z.infer<typeof heldSendOuts>;

/** All of these, where given. */
export const heldSendOutFilters = z.strictObject({
  why: z.optional(z.enum(SEND_OUT_WAITS)),
  coin: z.optional(cryptoCode),
  who: z.optional(username),
});
export type HeldSendOutFilters = z.infer<typeof heldSendOutFilters>;

export const listHeldSendOuts = endpoint({
  name: "listHeldSendOuts",
  method: "GET",
  path: "/rest/v1/staff/send-outs",
  summary: "Unsigned transfers and the reasons of their waits, oldest first",
  query: z.strictObject({ ...heldSendOutFilters.shape, after: z.optional(rowNumber) }),
  reply: heldSendOuts,
});

export const lookAtSendOut = endpoint({
  name: "lookAtSendOut",
  method: "POST",
  path: "/rest/v1/staff/send-outs/look",
  summary:
    "The address of a transfer that waits, for a reason that is written down; one of the people whom one looks up in a day",
  body: z.strictObject({ id: hash, reason }),
  reply: z.strictObject({ address: z.string() }),
  refusals: ["wallet.send_out_unknown", "auth.forbidden", "staff.look_ups"],
});

export const stopSendOut = endpoint({
  name: "stopSendOut",
  method: "POST",
  path: "/rest/v1/staff/send-outs/stop",
  summary:
    "Stop an unsigned transfer: its amount returns to the sender's balance, and the sender is notified of the reason",
  body: z.strictObject({ id: hash, reason }),
  reply: z.strictObject({}),
  refusals: [
    "auth.password_proof",
    "auth.forbidden",
    "staff.own_account",
    "wallet.send_out_unknown",
    "wallet.send_out_under_way",
  ],
});
