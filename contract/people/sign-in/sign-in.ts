/** The second step of signing in, for users with a factor besides the password. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { appCode, assertion, CODE_CHANNELS, recoveryCode } from "./proofs.ts";
import { sentBy, sentCode } from "../sent-by.ts";
import { instant, text } from "../../platform/wire.ts";
import { form } from "../../platform/errors/shape-faults.ts";

export const signedIn = z.strictObject({
  /** Where the browser goes next: a path of ours. */
  redirectTo: z.string(),
});

/** The accepted confirmations; any one of them. */
export const secondFactor = z.strictObject({
  /** The challenge for a passkey. */
  id: z.string(),
  hasApp: z.boolean(),
  passkeyIds: z.array(z.string()),
  /** Codes that we send, for users with neither an app nor a passkey. */
  channels: z.array(z.enum(CODE_CHANNELS)),
  /** Codes come by text, and not in a call alone. */
  takesTexts: z.boolean(),
  hasRecoveryCodes: z.boolean(),
  /** Afterwards the password is asked for again. */
  validUntil: instant,
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** Null in a session that has begun: nothing more is asked for. */
export const signedInOrAsked = z.strictObject({ ...signedIn.shape, secondFactor: z.nullable(secondFactor) });

const secondFields = {
  passkey: z.optional(assertion),
  /** Of the authenticator app. */
  code: z.optional(appCode),
  sms_code: z.optional(appCode),
  email_code: z.optional(appCode),
  push_code: z.optional(appCode),
  telegram_code: z.optional(appCode),
  /** One of ten, which counts once. */
  recovery_code: z.optional(recoveryCode),
  /** Another browser of the account has approved it. */
  approved: z.optional(z.literal(true)),
};
const SECOND_NAMES = [
  ...["passkey", "code", "sms_code", "email_code", "push_code", "telegram_code", "recovery_code", "approved"],
] as readonly (keyof typeof secondFields)[];

export const finishLogin = endpoint({
  name: "finishLogin",
  method: "POST",
  path: "/rest/v1/auth/login/second-factor",
  summary:
    "Finish signing in with a passkey, a code of the authenticator app, one that was sent, or a recovery code, or once another browser has approved it",
  body: z.strictObject({ ...secondFields, next: z.optional(text({ max: 300 })) }).check(
    z.refine((fields) => SECOND_NAMES.filter((name) => fields[name] !== undefined).length === 1, {
      error: form("one_way"),
      path: ["code"],
    }),
  ),
  reply: signedIn,
  top: ["redirectTo"],
  refusals: [
    "auth.sign_in_gone",
    "auth.code_wrong",
    "auth.passkey_wrong",
    "auth.recovery_code_wrong",
    "auth.not_approved",
    "auth.factor_needed",
    "auth.throttled",
    "auth.busy",
  ],
});

export const sendSignInCode = endpoint({
  name: "sendSignInCode",
  method: "POST",
  path: "/rest/v1/auth/login/second-factor/send",
  summary: "Send a code that finishes this sign-in, for users without an app and a passkey",
  body: z.strictObject({ by: z.enum(["sms", "call", "email", "push", "telegram"]) }),
  reply: sentBy,
  refusals: [
    "auth.sign_in_gone",
    "auth.puzzle_required",
    "phone.no_texts",
    "phone.texts_off",
    "two_factor.none",
    "auth.factor_needed",
    "auth.throttled",
    "auth.busy",
  ],
});

export const getSignInCode = endpoint({
  name: "getSignInCode",
  method: "GET",
  path: "/rest/v1/auth/login/second-factor/sent",
  summary: "Delivery status of the code that finishes this sign-in",
  reply: sentCode,
  refusals: ["auth.sign_in_gone"],
});
