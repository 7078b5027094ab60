/** Forgotten passwords and password changes. */
import * as z from "zod/mini";
import { password } from "./auth.ts";
import { EMAIL_MAX } from "../../platform/lengths.ts";
import { endpoint } from "../../platform/endpoint.ts";
import { factorFields } from "./proofs.ts";
import { QUESTIONS_ASKED } from "./question-names.ts";
import { instant, text } from "../../platform/wire.ts";
import { form } from "../../platform/errors/shape-faults.ts";

/** As the link in the email has it. */
export const resetToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,64}$/));

export const forgotPassword = endpoint({
  name: "forgotPassword",
  method: "POST",
  path: "/rest/v1/auth/password/forgot",
  summary: "Send a link to a new password; the response is the same for unknown addresses",
  body: z.strictObject({ email: text({ min: 1, max: EMAIL_MAX }) }),
  /** How long the link works. */
  reply: z.strictObject({ validMinutes: z.int() }),
  refusals: ["auth.puzzle_required", "auth.throttled"],
});

export const resetPassword = endpoint({
  name: "resetPassword",
  method: "POST",
  path: "/rest/v1/auth/password/reset",
  summary:
    "Set a new password by the link from an email; with a passkey or a code if one is set up, or after a wait of three days without, with the answers to security questions if they are set",
  body: z
    .strictObject({
      token: resetToken,
      new_password: password,
      ...factorFields,
      is_lost: z.optional(z.boolean()),
      /** To the account's security questions in their order, with is_lost. */
      answers: z.optional(z.array(text({ min: 1, max: 100 })).check(z.length(QUESTIONS_ASKED))),
    })
    .check(
      z.refine((fields) => !fields.is_lost || (fields.code === undefined && fields.passkey === undefined), {
        error: form("one_way"),
        path: ["is_lost"],
      }),
    ),
  reply: z.strictObject({
    redirectTo: z.string(),
    /** Null when the password is set; else the link works from then on. */
    waitsUntil: z.nullable(instant),
  }),
  top: ["redirectTo"],
  refusals: [
    "auth.reset_gone",
    "auth.shared_account",
    "auth.password_weak",
    "auth.factor_needed",
    "auth.answers_needed",
    "auth.answers_wrong",
    "auth.code_wrong",
    "auth.passkey_wrong",
    "auth.throttled",
    "auth.busy",
  ],
});

export const changePassword = endpoint({
  name: "changePassword",
  method: "POST",
  path: "/rest/v1/auth/password/change",
  summary: "Change the password with the old one, and a passkey or a code where one is set up; other sessions end",
  body: z.strictObject({ password, new_password: password, ...factorFields }),
  reply: z.strictObject({ heldHours: z.int() }),
  refusals: [
    "auth.password_wrong",
    "auth.shared_account",
    "auth.password_weak",
    "auth.factor_needed",
    "auth.code_wrong",
    "auth.passkey_wrong",
    "auth.throttled",
    "auth.busy",
  ],
});
