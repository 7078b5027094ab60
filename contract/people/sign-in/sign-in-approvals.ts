/** A sign-in that waits for its second step, approved in a browser of the account that is signed in. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { appCode, assertion } from "./proofs.ts";
import { count, hash, instant } from "../../platform/wire.ts";
import { form } from "../../platform/errors/shape-faults.ts";

export const APPROVAL_STATES = ["pending", "expired", "approved", "denied"] as const;
const state = z.enum(APPROVAL_STATES);

/** At the new browser: the number is to be chosen at the other. */
const watchedApproval = z.strictObject({ state, number: count, validUntil: instant });
export type WatchedApproval = z.infer<typeof watchedApproval>;

export const askApproval = endpoint({
  name: "askApproval",
  method: "POST",
  path: "/rest/v1/auth/login/second-factor/approval",
  summary: "Ask the account's signed-in browsers to approve this sign-in; again says the same",
  reply: watchedApproval,
  refusals: ["auth.sign_in_gone", "auth.approval_open", "auth.approval_blocked", "auth.throttled"],
});

export const watchApproval = endpoint({
  name: "watchApproval",
  method: "GET",
  path: "/rest/v1/auth/login/second-factor/approval",
  summary: "Status of the request",
  reply: watchedApproval,
  refusals: ["auth.sign_in_gone"],
});

export const signInRequest = z.strictObject({
  id: hash,
  state,
  /** Of the new browser. */
  device: z.string(),
  ip: z.string(),
  place: z.nullable(z.string()),
  at: instant,
  validUntil: instant,
  /** The new browser shows one of them. */
  choices: z.array(count),
});
export type SignInRequest = z.infer<typeof signInRequest>;

export const listSignInRequests = endpoint({
  name: "listSignInRequests",
  method: "GET",
  path: "/rest/v1/users/me/sign-in-requests",
  summary: "Sign-ins to the caller's account that asked for approval within the last day, newest first",
  reply: z.array(signInRequest),
});

const factorFields = {
  passkey: z.optional(assertion),
  code: z.optional(appCode),
  sms_code: z.optional(appCode),
  email_code: z.optional(appCode),
  push_code: z.optional(appCode),
  telegram_code: z.optional(appCode),
};
const FACTOR_NAMES = ["passkey", "code", "sms_code", "email_code", "push_code", "telegram_code"] as const;

export const approveSignIn = endpoint({
  name: "approveSignIn",
  method: "POST",
  path: "/rest/v1/users/me/sign-in-requests/approve",
  summary:
    "Approve one with the number it shows and a passkey or a code, where a password is not enough; a wrong number denies it",
  body: z.strictObject({ id: hash, number: z.int().check(z.minimum(10), z.maximum(99)), ...factorFields }).check(
    z.refine((fields) => FACTOR_NAMES.filter((name) => fields[name] !== undefined).length === 1, {
      error: form("one_way"),
      path: ["code"],
    }),
  ),
  reply: z.array(signInRequest),
  refusals: [
    "auth.approval_gone",
    "auth.approval_number",
    "auth.code_wrong",
    "auth.passkey_wrong",
    "auth.factor_needed",
    "auth.throttled",
    "auth.busy",
  ],
});

export const denySignIn = endpoint({
  name: "denySignIn",
  method: "POST",
  path: "/rest/v1/users/me/sign-in-requests/deny",
  summary: "Deny one: it ends, and its network asks for no approval for a day",
  body: z.strictObject({ id: hash }),
  reply: z.array(signInRequest),
  refusals: ["auth.approval_gone"],
});
