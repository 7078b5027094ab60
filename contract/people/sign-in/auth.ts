/** Registering, signing in and out, confirming the email, sessions, proving what moves money. */
import * as z from "zod/mini";
import { email } from "../email-address.ts";
import { CODE_MAX, EMAIL_MAX } from "../../platform/lengths.ts";
import { locale as languageTag } from "../../reference/catalog.ts";
import { endpoint } from "../../platform/endpoint.ts";
import { isOneShown, proofFor, shownFields } from "./proofs.ts";
import { signedIn, signedInOrAsked } from "./sign-in.ts";
import { instant, JUDGED_BY_RULE, secretText, text } from "../../platform/wire.ts";
import { form } from "../../platform/errors/shape-faults.ts";

/** As it is typed, where it is shown. */
export const password = secretText({ min: 1, max: 256 });
const code = z.string().check(z.regex(/^[0-9]{6}$/, form("six_digits")));

export const register = endpoint({
  name: "register",
  method: "POST",
  path: "/rest/v1/auth/register",
  summary:
    "Create an account and sign in; a code is sent to the email. A name and birth date follow before the first trade",
  body: z.strictObject({
    email,
    password,
    username: z.optional(text({ min: 1, max: JUDGED_BY_RULE })),
    locale: z.optional(languageTag),
    timezone: z.optional(text({ min: 1, max: 64 })),
    /** One that belongs to no user is kept as refused, and the registration goes on. */
    referral_code: z.optional(text({ min: 1, max: CODE_MAX })),
    /** From where the visit came; one that is not known is ignored. */
    source_id: z.optional(text({ max: 60 })),
  }),
  reply: signedIn,
  top: ["redirectTo"],
  refusals: [
    "auth.username_taken",
    "auth.username_form",
    "auth.username_reserved",
    "auth.password_weak",
    "auth.puzzle_required",
    "auth.busy",
    "auth.throttled",
  ],
});

export const login = endpoint({
  name: "login",
  method: "POST",
  path: "/rest/v1/auth/login",
  summary: "Sign in with email and password; with a second factor there is no session until it is confirmed",
  body: z.strictObject({ email: text({ min: 1, max: EMAIL_MAX }), password, next: z.optional(text({ max: 300 })) }),
  reply: signedInOrAsked,
  top: ["redirectTo"],
  refusals: ["auth.puzzle_required", "auth.wrong_credentials", "auth.throttled", "auth.busy"],
});

export const logout = endpoint({
  name: "logout",
  method: "POST",
  path: "/rest/v1/auth/logout",
  summary: "End this session",
  reply: z.strictObject({ redirectTo: z.string() }),
  top: ["redirectTo"],
});

export const prove = endpoint({
  name: "prove",
  method: "POST",
  path: "/rest/v1/auth/prove",
  summary:
    "Show a passkey, a code of the authenticator app or one that was sent, or without these the password, for one thing that moves money",
  body: z.strictObject({ for: proofFor, ...shownFields }).check(isOneShown),
  /** The thing is done with it once, until then. */
  reply: z.strictObject({ provedUntil: instant }),
  refusals: [
    "auth.password_wrong",
    "auth.code_wrong",
    "auth.passkey_wrong",
    "auth.factor_needed",
    "auth.proof_limit",
    "wallet.security_hold",
    "staff.held",
    "auth.nothing_to_prove",
    "auth.throttled",
    "auth.busy",
  ],
});

export const verifyEmailCode = endpoint({
  name: "verifyEmailCode",
  method: "POST",
  path: "/rest/v1/user-verification/email/verify-code",
  summary: "Confirm the email with the code of 6 digits",
  body: z.strictObject({ code }),
  reply: z.strictObject({ redirectTo: z.string() }),
  top: ["redirectTo"],
  refusals: ["auth.code_wrong", "auth.code_expired", "auth.email_taken", "auth.email_already_confirmed"],
});

export const resendEmailCode = endpoint({
  name: "resendEmailCode",
  method: "POST",
  path: "/rest/v1/user-verification/email/resend-code",
  summary: "Send a new code",
  reply: z.strictObject({ sentTo: z.string(), waitSec: z.int() }),
  refusals: ["auth.throttled", "auth.email_already_confirmed"],
});

export const changeUnconfirmedEmail = endpoint({
  name: "changeUnconfirmedEmail",
  method: "POST",
  path: "/rest/v1/user-verification/email/change-unconfirmed",
  summary: "Correct the email before it is confirmed",
  body: z.strictObject({ email }),
  reply: z.strictObject({ sentTo: z.string(), waitSec: z.int() }),
  refusals: ["auth.email_already_confirmed", "auth.throttled"],
});

export const session = z.strictObject({
  id: z.string(),
  device: z.string(),
  ip: z.string(),
  /** The country of that address by its name; null where no country has it. */
  place: z.nullable(z.string()),
  createdAt: instant,
  seenAt: instant,
  isCurrent: z.boolean(),
});

export const listSessions = endpoint({
  name: "listSessions",
  method: "GET",
  path: "/rest/v1/users/me/sessions",
  summary: "Where you are signed in",
  reply: z.array(session),
});

export const endSession = endpoint({
  name: "endSession",
  method: "DELETE",
  path: "/rest/v1/users/me/sessions/:id",
  summary: "Sign one device out",
  params: z.strictObject({ id: z.string().check(z.regex(/^[A-Za-z0-9]{10,32}$/)) }),
  reply: z.array(session),
});

export const endOtherSessions = endpoint({
  name: "endOtherSessions",
  method: "DELETE",
  path: "/rest/v1/users/me/sessions",
  summary: "Sign every other device out",
  reply: z.array(session),
});
