/** Endpoints of registering, signing in and sessions. */
import { listActivity as listActivityCall } from "#contract/people/activity.ts";
import * as calls from "#contract/people/sign-in/auth.ts";
import { ownPath } from "#contract/platform/own-path.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import {
  finishLogin as finishLoginCall,
  getSignInCode,
  sendSignInCode as sendSignInCodeCall,
} from "#contract/people/sign-in/sign-in.ts";
import { noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { route, type Viewer } from "../../platform/http/policy.ts";
import { findUserById } from "../accounts/index.ts";
import { listActivity } from "./sessions/activity.ts";
import { changeUnconfirmedEmail, RESEND_AFTER_SEC, sendEmailCode, tryEmailCode } from "./codes/email-codes.ts";
import { checkCredentials, finishLogIn, logIn } from "./log-in.ts";
import { approvalRoutes } from "./second-step/approval-http.ts";
import { proofByPasskey, settleProof, showProof } from "./second-step/proofs.ts";
import { prepareCredential, register } from "./register.ts";
import { passwordRoutes } from "./passwords/http.ts";
import { sendSecondStep, showSecondStep, viewSignInCode } from "./second-step/second-step.ts";
import { twoFactorRoutes } from "./second-step/two-factor-http.ts";
import { endSessionById, endSessions, exchangeSessionToken, listSessions } from "./sessions/sessions.ts";

/** Users sign in from every country, and withdraw. */
const OPEN = { auth: "public", rateLimit: "auth", openEverywhere: true } as const;
const MINE = { auth: "session", rateLimit: "read" } as const;
const SIGNS_IN = { ...OPEN, signsIn: true } as const;
/** Signing in, and confirming who one is for what has its own rule. */
const CODE = { auth: "session", rateLimit: "auth", unrestricted: true } as const;

export const routes = [
  route(
    calls.register,
    { auth: "public", rateLimit: "auth" },
    {
      prepare: ({ db, verifier, body, caller }) => prepareCredential({ db, verifier }, body, caller),
      run: async ({ tx, body, caller, viewer, visitor, setSession, prepared: credential }) => {
        const { token, device } = await register(tx, { form: body, credential, caller, from: visitor().countries });
        if (viewer) await endSessionById(tx, viewer.sessionId);
        setSession(token, device);
        return { redirectTo: "/verify-email" };
      },
    },
  ),
  route(calls.login, SIGNS_IN, {
    prepare: ({ db, verifier, body, caller }) => checkCredentials({ db, verifier }, body, caller),
    run: async ({ tx, caller, viewer, body, setSession, setSignIn, prepared }) => {
      const outcome = await logIn(tx, { checked: prepared, caller });
      if (outcome instanceof Refusal) return outcome;
      const redirectTo = ownPath(body.next) ?? "/dashboard";
      if ("secondFactor" in outcome) {
        setSignIn(outcome.token);
        return { redirectTo, secondFactor: outcome.secondFactor };
      }
      if (viewer) await endSessionById(tx, viewer.sessionId);
      setSession(outcome.token, outcome.device);
      return { redirectTo, secondFactor: null };
    },
  }),
  route(finishLoginCall, SIGNS_IN, {
    prepare: ({ db, verifier, body, caller }) => showSecondStep({ db, verifier }, body, caller),
    run: async ({ tx, caller, viewer, body, setSession, prepared }) => {
      const outcome = await finishLogIn(tx, prepared, caller);
      if (outcome instanceof Refusal) return outcome;
      if (viewer) await endSessionById(tx, viewer.sessionId);
      setSession(outcome.token, outcome.device);
      return { redirectTo: ownPath(body.next) ?? "/dashboard" };
    },
  }),
  route(sendSignInCodeCall, SIGNS_IN, {
    prepare: ({ db, verifier, body, caller }) => sendSecondStep({ db, verifier }, body, caller),
    run: async ({ prepared }) => prepared,
  }),
  route(getSignInCode, { auth: "public", rateLimit: "read", openEverywhere: true }, async ({ tx, caller }) =>
    viewSignInCode(tx, caller),
  ),
  route(
    calls.logout,
    { auth: "session", rateLimit: "write", unrestricted: true },
    async ({ tx, viewer, setSession }) => {
      await endSessionById(tx, viewer.sessionId);
      setSession(undefined);
      return { redirectTo: "/" };
    },
  ),
  route(calls.prove, CODE, {
    prepare: ({ db, verifier, viewer, caller, body }) => showProof({ db, verifier }, { viewer, caller }, body),
    settled: proofByPasskey,
    run: async ({ tx, viewer, setSession, prepared }) => {
      const provedUntil = await settleProof(tx, prepared);
      if (provedUntil instanceof Refusal) return provedUntil;
      // A password authenticates the user again, so the session token is exchanged; other factors count for this one action.
      const token = "password" in prepared.shown && (await exchangeSessionToken(tx, viewer));
      if (token) setSession(token);
      return { provedUntil };
    },
  }),
  route(calls.verifyEmailCode, CODE, async ({ tx, viewer, caller, body, setSession }) => {
    await noteCaller(tx, caller);
    const refusal = await tryEmailCode(tx, { userId: viewer.userId, code: body.code });
    if (refusal) return refusal;
    const token = await exchangeSessionToken(tx, viewer);
    if (token) setSession(token);
    return { redirectTo: "/welcome" };
  }),
  route(calls.resendEmailCode, CODE, async ({ tx, viewer, caller }) => {
    const sentTo = await sendEmailCode(tx, { userId: viewer.userId, caller });
    return { sentTo, waitSec: RESEND_AFTER_SEC };
  }),
  route(calls.changeUnconfirmedEmail, CODE, async ({ tx, viewer, body, caller }) => ({
    sentTo: await changeUnconfirmedEmail(tx, { userId: viewer.userId, email: body.email, caller }),
    waitSec: RESEND_AFTER_SEC,
  })),
  route(listActivityCall, MINE, async ({ tx, viewer, query }) =>
    listActivity(tx, {
      userId: viewer.userId,
      before: query.before === undefined ? undefined : Number(query.before),
      locale: await localeOf(tx, viewer.userId),
    }),
  ),
  route(calls.listSessions, MINE, ({ tx, viewer }) => sessionsOf(tx, viewer)),
  route(
    calls.endSession,
    {
      auth: "session",
      rateLimit: "write",
      unrestricted: true,
      objects: { id: { kind: "session", relations: ["owner"] } },
    },
    async ({ tx, viewer, params }) => {
      const ended = await endSessions(tx, { userId: viewer.userId, publicId: params.id });
      if (ended === 0) throw new Refusal("request.not_found");
      return sessionsOf(tx, viewer);
    },
  ),
  route(calls.endOtherSessions, { auth: "session", rateLimit: "write", unrestricted: true }, async ({ tx, viewer }) => {
    await endSessions(tx, { userId: viewer.userId, exceptId: viewer.sessionId });
    return sessionsOf(tx, viewer);
  }),
  ...approvalRoutes,
  ...twoFactorRoutes,
  ...passwordRoutes,
];

async function sessionsOf(tx: ReadTx, { userId, sessionId }: Pick<Viewer, "userId" | "sessionId">) {
  return listSessions(tx, { userId, currentId: sessionId, locale: await localeOf(tx, userId) });
}

async function localeOf(tx: ReadTx, userId: bigint): Promise<string> {
  return (await findUserById(tx, userId))?.locale ?? "en";
}
