/** Another address in the place of an email that was confirmed. */
import * as z from "zod/mini";
import { email } from "./email-address.ts";
import { endpoint } from "../platform/endpoint.ts";
import { appCode } from "./sign-in/proofs.ts";
import { count } from "../platform/wire.ts";

export const changeEmail = endpoint({
  name: "changeEmail",
  method: "POST",
  path: "/rest/v1/user-email/change",
  summary:
    "Send a code to another address, with a proof of kind change_email; does not reveal whether the address has an account",
  body: z.strictObject({ email }),
  reply: z.strictObject({ sentTo: z.string(), waitSec: count }),
  refusals: [
    "auth.email_unconfirmed",
    "auth.email_same",
    "auth.password_proof",
    "auth.shared_account",
    "auth.throttled",
  ],
});

export const confirmEmailChange = endpoint({
  name: "confirmEmailChange",
  method: "POST",
  path: "/rest/v1/user-email/confirm",
  summary: "Take the new address, with the code that came there; other sessions end and nothing leaves for a day",
  body: z.strictObject({ code: appCode }),
  reply: z.strictObject({ email: z.string() }),
  refusals: ["auth.code_wrong", "auth.code_expired", "auth.email_taken"],
});

export const undoEmailChange = endpoint({
  name: "undoEmailChange",
  method: "POST",
  path: "/rest/v1/user-email/undo",
  summary: "Take a change back, with the link that came to the previous address; every session ends",
  body: z.strictObject({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
  reply: z.strictObject({ redirectTo: z.string() }),
  refusals: ["auth.undo_gone"],
});
