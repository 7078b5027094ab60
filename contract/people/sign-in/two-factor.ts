/** Authenticator app and passkeys: enrolling, listing and removing what is shown instead of the password. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { factorState, factorUses } from "./factor-uses.ts";
import {
  appCode,
  CODE_CHANNELS,
  CODE_KINDS,
  CREDENTIAL_ID_MAX,
  factorId,
  isOneShown,
  isOneShownToRemove,
  newPasskey,
  removalFields,
  shownFields,
} from "./proofs.ts";
import { LEAST_ANSWER, plainAnswer, QUESTIONS, QUESTIONS_ASKED } from "./question-names.ts";
import { sentBy, sentCode } from "../sent-by.ts";
import { amount, count, instant, lineText, text } from "../../platform/wire.ts";
import { form } from "../../platform/errors/shape-faults.ts";

export const MOST_PASSKEYS = 10;

const channel = z.strictObject({ state: factorState, addedAt: z.nullable(instant) });

/** The SHA-256 of the address that its push service has given it. */
const receiverId = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const twoFactor = z.strictObject({
  /** Null when there is none. */
  authenticator: z.nullable(z.strictObject({ addedAt: instant })),
  passkeys: z.array(z.strictObject({ id: z.string(), name: z.string(), addedAt: instant })),
  /** Codes that we send. */
  channels: z.strictObject({ sms: channel, email: channel, push: channel, telegram: channel }),
  /** A code by Telegram gets there: a chat is linked, the bot is at work, and it is the chat that was chosen for codes. */
  takesTelegram: z.boolean(),
  /** Browsers and phones that take notifications of the account; codes by push go to those alone that their owner chose. */
  receivers: z.array(
    z.strictObject({
      id: receiverId,
      device: z.string(),
      since: instant,
      getsCodes: z.boolean(),
      /** Codes that are asked for here go to the others. */
      isHere: z.boolean(),
    }),
  ),
  uses: factorUses,
  /** Chosen: no code comes by text. */
  noTexts: z.boolean(),
  /** False as well where the confirmed number is a landline. */
  takesTexts: z.boolean(),
  /** Of ten, how many have not been used; null where there are none. */
  recoveryCodesLeft: z.nullable(count),
  /** Asked if a user lost all factors; empty if none are set. */
  questions: z.array(z.enum(QUESTIONS)),
  /** Transfers are on hold until then, after a change of these or a sign-in with a new device. */
  heldUntil: z.nullable(instant),
  /** In dollars: the daily limit of releases and send-outs, and the rest of it; null for a user with a factor. */
  limit: z.nullable(z.strictObject({ limitUsd: amount, leftUsd: amount })),
  /** The options that a browser needs to create a passkey for this account. */
  user: z.strictObject({ id: z.string(), name: z.string() }),
});
export type TwoFactor = z.infer<typeof twoFactor>;

/** Ten recovery codes, the only time that they are said; null where none were made. */
const recoveryCodes = z.nullable(z.array(z.string()));
const twoFactorWithCodes = z.strictObject({ ...twoFactor.shape, recoveryCodes });
export type TwoFactorWithCodes = z.infer<typeof twoFactorWithCodes>;

export const getTwoFactor = endpoint({
  name: "getTwoFactor",
  method: "GET",
  path: "/rest/v1/two-factor",
  summary: "The caller's second factors: an authenticator app, passkeys, or neither",
  reply: twoFactor,
  refusals: ["auth.busy"],
});

/** Adding or removing a factor requires a confirmation: with an existing factor, or with the password without one. */
const SHOWN_REFUSALS = [
  "auth.password_wrong",
  "auth.code_wrong",
  "auth.passkey_wrong",
  "auth.factor_needed",
  "auth.throttled",
  "auth.busy",
] as const;

/** Of a code by text: a call gets there. */
const TEXT_REFUSALS = ["phone.no_texts", "phone.texts_off"] as const;

/** An authenticator app where nothing is said. */
export const factorType = z.enum(["ga", ...CODE_CHANNELS]);

export const enableTwoFactor = endpoint({
  name: "enableTwoFactor",
  method: "POST",
  path: "/rest/v1/two-factor/enable",
  summary:
    "Set up an authenticator app (ga: its secret, once) or codes by text, email, push or Telegram (a code is sent there; for push to the named browser, and further browsers are added the same way); it is active after the first code",
  body: z
    .strictObject({
      ...shownFields,
      type: z.optional(factorType),
      /** Of push: which of the receivers; not needed where there is one. */
      device: z.optional(receiverId),
      /** Of texts: the first code is said in a call. */
      call: z.optional(z.boolean()),
    })
    .check(isOneShown),
  reply: z.strictObject({
    /** Of an app, in base32, to be typed; empty for codes that we send. */
    secret: z.string(),
    /** The same for the QR code. */
    uri: z.string(),
    /** Until another code may be asked for; 0 of an app. */
    waitSec: count,
  }),
  refusals: [
    ...SHOWN_REFUSALS,
    ...TEXT_REFUSALS,
    "two_factor.exists",
    "two_factor.no_receiver",
    "two_factor.which_browser",
  ],
});

/** Refusals have it in their context: failed for a wrong code, disabled where no factor waits for one. */
export const CHECK_RESULTS = ["passed", "failed", "disabled"] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

export const verifyTwoFactor = endpoint({
  name: "verifyTwoFactor",
  method: "POST",
  path: "/rest/v1/two-factor/verify",
  summary: "Show the first code, of the authenticator app or as it was sent, which counts from then on",
  body: z.strictObject({ code: appCode, type: z.optional(factorType) }),
  reply: z.strictObject({ ...twoFactorWithCodes.shape, result: z.enum(CHECK_RESULTS) }),
  refusals: ["auth.code_wrong", "auth.throttled", "auth.busy", "two_factor.none"],
});

export const deactivateTwoFactor = endpoint({
  name: "deactivateTwoFactor",
  method: "POST",
  path: "/rest/v1/two-factor/deactivate",
  summary: "Remove the authenticator app, or codes by text or email; a lost one with a recovery code or the password",
  body: z.strictObject({ ...removalFields, type: z.optional(factorType) }).check(isOneShownToRemove),
  reply: twoFactor,
  refusals: [...SHOWN_REFUSALS, "auth.recovery_code_wrong", "two_factor.none"],
});

export const resendTwoFactor = endpoint({
  name: "resendTwoFactor",
  method: "POST",
  path: "/rest/v1/two-factor/resend",
  summary: "Send the first code of texts, emails or a chosen browser again",
  body: z.strictObject({ type: z.enum(CODE_CHANNELS), call: z.optional(z.boolean()) }),
  reply: sentBy,
  refusals: [...TEXT_REFUSALS, "two_factor.none", "auth.throttled", "auth.busy"],
});

export const setFactorOptions = endpoint({
  name: "setFactorOptions",
  method: "POST",
  path: "/rest/v1/two-factor/options",
  summary:
    "Choose the actions that require a second factor: signing in, releases, transfers and conversions; and whether codes may be sent by text",
  body: z
    .strictObject({
      ...shownFields,
      login: z.boolean(),
      release: z.boolean(),
      sendout: z.boolean(),
      /** Telephone numbers are taken over: codes come in a call alone. As it is where nothing is said. */
      no_texts: z.optional(z.boolean()),
    })
    .check(isOneShown),
  reply: twoFactor,
  refusals: [...SHOWN_REFUSALS, "two_factor.none", "two_factor.staff_needs_it"],
});

export const makeRecoveryCodes = endpoint({
  name: "makeRecoveryCodes",
  method: "POST",
  path: "/rest/v1/two-factor/recovery-codes",
  summary: "Ten new recovery codes, said once; those of before count no more",
  body: z.strictObject({ ...shownFields }).check(isOneShown),
  reply: z.strictObject({ recoveryCodes: z.array(z.string()) }),
  refusals: [...SHOWN_REFUSALS, "two_factor.none"],
});

const answered = z.strictObject({
  question: z.enum(QUESTIONS),
  answer: text({ min: LEAST_ANSWER, max: 100 }).check(
    z.refine((typed) => plainAnswer(typed).length >= LEAST_ANSWER, { error: form("answer") }),
  ),
});
type Answered = z.infer<typeof answered>;

/** Three different ones, each with an answer of its own. */
const areDifferent = (chosen: readonly Answered[]) =>
  new Set(chosen.map(({ question }) => question)).size === chosen.length &&
  new Set(chosen.map(({ answer }) => plainAnswer(answer))).size === chosen.length;

export const setQuestions = endpoint({
  name: "setQuestions",
  method: "POST",
  path: "/rest/v1/two-factor/questions",
  summary:
    "Set three security questions with their answers, or none; they are asked in addition to the link and the wait when every factor is lost, and prove nothing else",
  body: z
    .strictObject({
      ...shownFields,
      chosen: z.array(answered).check(
        z.refine(({ length }) => length === 0 || length === QUESTIONS_ASKED, { error: form("three_questions") }),
        z.refine(areDifferent, { error: form("different") }),
      ),
    })
    .check(isOneShown),
  reply: twoFactor,
  refusals: [...SHOWN_REFUSALS, "two_factor.none"],
});

const codeFor = z.strictObject({
  kind: z.enum(CODE_KINDS),
  id: z.string().check(z.minLength(1), z.maxLength(CREDENTIAL_ID_MAX)),
});
const SEND_REFUSALS = ["two_factor.none", "auth.factor_needed", "auth.throttled", "auth.busy"] as const;

/** Each for what the query names: the code confirms that and nothing else. They act, and so take the anti-forgery token. */
export const sendTextCode = endpoint({
  name: "sendTextCode",
  method: "GET",
  path: "/auth/send-phone-code",
  summary: "Send a code by text that confirms one thing",
  query: codeFor,
  reply: sentBy,
  refusals: [...SEND_REFUSALS, ...TEXT_REFUSALS],
});

export const callPhoneCode = endpoint({
  name: "callPhoneCode",
  method: "GET",
  path: "/auth/call-phone-code",
  summary: "Say a code in a call that confirms one thing",
  query: codeFor,
  reply: sentBy,
  refusals: SEND_REFUSALS,
});

export const sendMailCode = endpoint({
  name: "sendMailCode",
  method: "GET",
  path: "/auth/send-email-code",
  summary: "Send a code by email that confirms one thing",
  query: codeFor,
  reply: sentBy,
  refusals: SEND_REFUSALS,
});

export const sendTelegramCode = endpoint({
  name: "sendTelegramCode",
  method: "GET",
  path: "/auth/send-telegram-code",
  summary:
    "Send a code to the caller's Telegram chat that confirms one thing; one that did not get there may be asked for by email",
  query: codeFor,
  reply: sentBy,
  refusals: SEND_REFUSALS,
});

export const pushPhoneCode = endpoint({
  name: "pushPhoneCode",
  method: "GET",
  path: "/auth/push-phone-code",
  summary: "Push a code that confirms one thing to the account's other browsers and phones",
  query: codeFor,
  reply: sentBy,
  refusals: SEND_REFUSALS,
});

export const postPushPhoneCode = endpoint({
  name: "postPushPhoneCode",
  method: "POST",
  path: "/auth/push-phone-code",
  summary: "The same, with the confirmed action as the payload",
  body: codeFor,
  reply: sentBy,
  refusals: SEND_REFUSALS,
});

export const getSentCode = endpoint({
  name: "getSentCode",
  method: "GET",
  path: "/auth/sent-code",
  summary: "Delivery status of the code that the caller requested for this action",
  query: codeFor,
  reply: sentCode,
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
  body: z
    .strictObject({ ...shownFields, name: lineText({ min: 1, max: 40 }), new_passkey: newPasskey })
    .check(isOneShown),
  reply: twoFactorWithCodes,
  refusals: [...SHOWN_REFUSALS, "two_factor.passkey_unusable", "two_factor.exists", "two_factor.full"],
});

export const removePasskey = endpoint({
  name: "removePasskey",
  method: "DELETE",
  path: "/rest/v1/passkeys",
  summary: "Remove a passkey",
  body: z.strictObject({ ...removalFields, id: factorId }).check(isOneShownToRemove),
  reply: twoFactor,
  refusals: [...SHOWN_REFUSALS, "auth.recovery_code_wrong", "two_factor.none"],
});
