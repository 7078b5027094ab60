/** Authenticator app and passkeys: enrolling, listing and removing what is shown instead of the password. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { appCode, factorId, isOneShown, newPasskey, shownFields } from "./proofs.ts";
import { amount, instant, text } from "./wire.ts";

export const MOST_PASSKEYS = 10;

export const twoFactor = z.strictObject({
  /** Null when there is none. */
  authenticator: z.nullable(z.strictObject({ addedAt: instant })),
  passkeys: z.array(z.strictObject({ id: z.string(), name: z.string(), addedAt: instant })),
  /** Transfers are on hold until then, after a change of these or a sign-in with a new device. */
  heldUntil: z.nullable(instant),
  /** In dollars: what releases and send-outs may let go in a day, and what is left; null for who has a factor. */
  limit: z.nullable(z.strictObject({ limitUsd: amount, leftUsd: amount })),
  /** What a browser needs to make a passkey for this account. */
  user: z.strictObject({ id: z.string(), name: z.string() }),
});
export type TwoFactor = z.infer<typeof twoFactor>;

export const getTwoFactor = endpoint({
  name: "getTwoFactor",
  method: "GET",
  path: "/rest/v1/two-factor",
  summary: "What the caller confirms with: an authenticator app, passkeys, or neither",
  reply: twoFactor,
  refusals: ["auth.busy"],
});

/** Whoever adds or takes away shows who they are: with what they have, and with the password where that is nothing. */
const SHOWN_REFUSALS = [
  "auth.wrong_credentials",
  "auth.code_wrong",
  "auth.passkey_wrong",
  "auth.factor_needed",
  "auth.throttled",
  "auth.busy",
] as const;

export const enableTwoFactor = endpoint({
  name: "enableTwoFactor",
  method: "POST",
  path: "/rest/v1/two-factor/enable",
  summary: "Begin with an authenticator app: its secret, once; it counts after the first code",
  body: z.strictObject(shownFields).check(isOneShown),
  reply: z.strictObject({
    /** In base32, to be typed. */
    secret: z.string(),
    /** The same for the QR code. */
    uri: z.string(),
  }),
  refusals: [...SHOWN_REFUSALS, "two_factor.exists"],
});

export const verifyTwoFactor = endpoint({
  name: "verifyTwoFactor",
  method: "POST",
  path: "/rest/v1/two-factor/verify",
  summary: "Show the first code of the authenticator app, which counts from then on",
  body: z.strictObject({ code: appCode }),
  reply: twoFactor,
  refusals: ["auth.code_wrong", "auth.throttled", "auth.busy", "two_factor.none"],
});

export const deactivateTwoFactor = endpoint({
  name: "deactivateTwoFactor",
  method: "POST",
  path: "/rest/v1/two-factor/deactivate",
  summary: "Remove the authenticator app",
  body: z.strictObject(shownFields).check(isOneShown),
  reply: twoFactor,
  refusals: [...SHOWN_REFUSALS, "two_factor.none"],
});

export const listPasskeys = endpoint({
  name: "listPasskeys",
  method: "GET",
  path: "/rest/v1/passkeys",
  summary: "The caller's passkeys",
  reply: twoFactor.shape.passkeys,
  refusals: ["auth.busy"],
});

export const addPasskey = endpoint({
  name: "addPasskey",
  method: "POST",
  path: "/rest/v1/passkeys",
  summary: "Enroll a passkey that the browser has made for this account",
  body: z.strictObject({ ...shownFields, name: text({ min: 1, max: 40 }), new_passkey: newPasskey }).check(isOneShown),
  reply: twoFactor,
  refusals: [...SHOWN_REFUSALS, "two_factor.passkey_unusable", "two_factor.exists", "two_factor.full"],
});

export const removePasskey = endpoint({
  name: "removePasskey",
  method: "DELETE",
  path: "/rest/v1/passkeys",
  summary: "Remove a passkey",
  body: z.strictObject({ ...shownFields, id: factorId }).check(isOneShown),
  reply: twoFactor,
  refusals: [...SHOWN_REFUSALS, "two_factor.none"],
});
