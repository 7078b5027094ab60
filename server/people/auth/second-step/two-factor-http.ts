/** Endpoints of the authenticator app and of passkeys. */
import { BRAND } from "#contract/platform/brand.ts";
import { type CodeChannelName, NEW_DEVICE, type Shown, shownOf } from "#contract/people/sign-in/proofs.ts";
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import * as calls from "#contract/people/sign-in/two-factor.ts";
import { route } from "../../../platform/http/policy.ts";
import type { CodeAsked } from "../../../platform/outside/signer/signer.ts";
import { sendCode } from "../codes/send-code.ts";
import { AGAIN_AFTER_SEC, viewSentCode } from "../codes/sent-code.ts";
import { changeFactors, findFactors, otpauthUri, passkeyWish, viewTwoFactor, viewWithCodes } from "./two-factor.ts";

const READ = { auth: "session", rateLimit: "read" } as const;
const CHANGE = { auth: "session", rateLimit: "auth", action: "own_account" } as const;
/** They send, so that no page of others may make a browser ask for them. */
const SEND = { auth: "session", rateLimit: "auth", guardedGet: true, unrestricted: true } as const;
/** Secrets and recovery codes are returned once and not stored in clear; of answers there is no digest that is quick to guess. */
const SAYS_ONCE = { ...CHANGE, keepsNoAnswer: true } as const;

const SENDING = [
  [calls.sendTextCode, "sms"],
  [calls.callPhoneCode, "call"],
  [calls.sendMailCode, "email"],
  [calls.pushPhoneCode, "push"],
  [calls.sendTelegramCode, "telegram"],
] as const;

type FactorType = "ga" | CodeChannelName;
const isSent = (type: FactorType | undefined): type is CodeChannelName => type !== undefined && type !== "ga";

type Where = { readonly device?: string | undefined; readonly call?: boolean | undefined };
const startOf = (type: FactorType | undefined, shown: Shown, { device, call: isByCall }: Where) =>
  isSent(type)
    ? { act: "start_channel" as const, channel: type, shown, device, isByCall }
    : { act: "start_authenticator" as const, shown };

const firstOf = (type: FactorType | undefined, code: string) =>
  isSent(type)
    ? { act: "confirm_channel" as const, channel: type, code }
    : { act: "confirm_authenticator" as const, code };

const RESULTS: Partial<Record<RefusalCode, calls.CheckResult>> = {
  "auth.code_wrong": "failed",
  "two_factor.none": "disabled",
};

/** The same refusal, with what came of the check. */
function refuseWithResult(error: unknown): never {
  const result = error instanceof Refusal ? RESULTS[error.code] : undefined;
  if (!(error instanceof Refusal) || result === undefined) throw error;
  throw new Refusal(error.code, { ...error.context, result }, error.details);
}

export const twoFactorRoutes = [
  route(calls.getTwoFactor, READ, {
    prepare: ({ verifier, viewer }) => findFactors(verifier, viewer),
    run: async ({ viewer, prepared }) => viewTwoFactor(prepared, viewer),
  }),
  route(calls.enableTwoFactor, SAYS_ONCE, {
    prepare: ({ viewer, caller, body, ...preparing }) =>
      changeFactors(preparing, { viewer, caller }, startOf(body.type, shownOf(body), body)),
    run: async ({ viewer, body, prepared: { secret = "" } }) => ({
      waitSec: isSent(body.type) ? AGAIN_AFTER_SEC : 0,
      secret,
      uri: secret === "" ? "" : otpauthUri(secret, viewer, BRAND),
    }),
  }),
  route(calls.verifyTwoFactor, SAYS_ONCE, {
    prepare: ({ viewer, caller, body, ...preparing }) =>
      changeFactors(preparing, { viewer, caller }, firstOf(body.type, body.code)).catch(refuseWithResult),
    run: async ({ viewer, prepared }) => ({ ...viewWithCodes(prepared, viewer), result: "passed" as const }),
  }),
  route(calls.deactivateTwoFactor, CHANGE, {
    prepare: ({ viewer, caller, body: { type, ...fields }, ...preparing }) => {
      const factor = isSent(type) ? type : "authenticator";
      return changeFactors(preparing, { viewer, caller }, { act: "remove", factor, shown: shownOf(fields) });
    },
    run: async ({ viewer, prepared }) => viewTwoFactor(prepared.factors, viewer),
  }),
  route(calls.setFactorOptions, CHANGE, {
    prepare: ({ viewer, caller, body: { login, release, sendout, no_texts: noTexts, ...fields }, ...preparing }) => {
      const options = { login, release, sendout, noTexts };
      return changeFactors(preparing, { viewer, caller }, { act: "set_options", options, shown: shownOf(fields) });
    },
    run: async ({ viewer, prepared }) => viewTwoFactor(prepared.factors, viewer),
  }),
  route(calls.setQuestions, SAYS_ONCE, {
    prepare: ({ viewer, caller, body: { chosen, ...fields }, ...preparing }) =>
      changeFactors(preparing, { viewer, caller }, { act: "set_questions", chosen, shown: shownOf(fields) }),
    run: async ({ viewer, prepared }) => viewTwoFactor(prepared.factors, viewer),
  }),
  route(calls.makeRecoveryCodes, SAYS_ONCE, {
    prepare: ({ viewer, caller, body, ...preparing }) =>
      changeFactors(preparing, { viewer, caller }, { act: "make_recovery_codes", shown: shownOf(body) }),
    run: async ({ prepared }) => ({ recoveryCodes: prepared.recoveryCodes ?? [] }),
  }),
  route(calls.resendTwoFactor, CHANGE, {
    prepare: ({ verifier, viewer, caller, body: { type, call } }) =>
      sendCode(
        verifier,
        { viewer, caller },
        {
          by: type === "sms" && call ? "call" : type,
          for: { kind: "add_factor", id: type === "push" ? NEW_DEVICE : type },
        },
      ),
    run: async ({ prepared }) => prepared,
  }),
  ...SENDING.map(([call, by]) =>
    route(call, SEND, {
      prepare: ({ verifier, viewer, caller, query }) =>
        sendCode(verifier, { viewer, caller }, { by, for: query as CodeAsked["for"] }),
      run: async ({ prepared }) => prepared,
    }),
  ),
  route(
    calls.postPushPhoneCode,
    { auth: "session", rateLimit: "auth", unrestricted: true },
    {
      prepare: ({ verifier, viewer, caller, body }) =>
        sendCode(verifier, { viewer, caller }, { by: "push", for: body as CodeAsked["for"] }),
      run: async ({ prepared }) => prepared,
    },
  ),
  route(calls.getSentCode, READ, async ({ tx, viewer, query }) =>
    viewSentCode(tx, { userId: viewer.userId, ...(query as CodeAsked["for"]) }),
  ),
  route(calls.listPasskeys, READ, {
    prepare: ({ verifier, viewer }) => findFactors(verifier, viewer),
    run: async ({ prepared }) => [...prepared.passkeys],
  }),
  route(calls.addPasskey, SAYS_ONCE, {
    prepare: ({ viewer, caller, body, ...preparing }) =>
      changeFactors(preparing, { viewer, caller }, passkeyWish(body)),
    run: async ({ viewer, prepared }) => viewWithCodes(prepared, viewer),
  }),
  route(calls.removePasskey, CHANGE, {
    prepare: ({ viewer, caller, body, ...preparing }) =>
      changeFactors(preparing, { viewer, caller }, { act: "remove", factor: body.id, shown: shownOf(body) }),
    run: async ({ viewer, prepared }) => viewTwoFactor(prepared.factors, viewer),
  }),
];
