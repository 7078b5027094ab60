/** Endpoints of accounts elsewhere. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import * as calls from "#contract/people/sign-in/social.ts";
import { route } from "../../platform/http/policy.ts";
import { endSessionById, refuseSharedAccount } from "../auth/index.ts";
import { beginAttempt } from "./begin.ts";
import { connect, disconnect, listConnections } from "./connections.ts";
import { goOn, takeAnswer } from "./finish.ts";
import { prepareBy, registerBy } from "./register.ts";
import { connectedAccounts } from "./rows.ts";

/** Users sign in from every country, and withdraw. */
const OPEN = { auth: "public", rateLimit: "auth", openEverywhere: true } as const;
const MINE = { auth: "session", rateLimit: "auth", action: "account" } as const;

export const routes = [
  route(calls.beginSocialSignIn, OPEN, async ({ tx, params, body, caller, setSignIn }) => {
    const { token, location } = await beginAttempt(tx, { ...params, caller, userId: null, next: body.next });
    setSignIn(token);
    return { location };
  }),
  // What a newcomer is called there is kept under no key.
  route(
    calls.finishSocial,
    { ...OPEN, keepsNoAnswer: true },
    {
      prepare: ({ db, verifier, params, body, caller, viewer }) =>
        takeAnswer({ db, verifier }, { ...params, ...body, caller }, viewer),
      run: async ({ tx, caller, viewer, setSession, setSignIn, prepared }) => {
        const next = await goOn(tx, prepared, caller);
        if (next instanceof Refusal) return next;
        const said = {
          redirectTo: prepared.attempt.next_path ?? "/dashboard",
          secondFactor: null,
          connect: null,
          person: null,
        };
        if ("connect" in next) return { ...said, outcome: "connect" as const, connect: next.connect };
        if ("person" in next) return { ...said, outcome: "register" as const, person: next.person };
        if ("secondFactor" in next) {
          setSignIn(next.token);
          return { ...said, outcome: "second_factor" as const, secondFactor: next.secondFactor };
        }
        if (viewer) await endSessionById(tx, viewer.sessionId);
        setSession(next.token, next.device);
        return { ...said, outcome: "signed_in" as const };
      },
    },
  ),
  route(
    calls.registerBySocial,
    { auth: "public", rateLimit: "auth" },
    {
      prepare: ({ db, verifier, params, body, caller }) =>
        prepareBy({ db, verifier }, { form: body, caller, ...params }),
      run: async ({ tx, params, body, caller, viewer, visitor, setSession, prepared: credential }) => {
        const from = visitor().countries;
        const { token, device } = await registerBy(tx, { form: body, credential, caller, from, ...params });
        if (viewer) await endSessionById(tx, viewer.sessionId);
        setSession(token, device);
        return { redirectTo: "/verify-email" };
      },
    },
  ),
  route(calls.listSocialAccounts, { auth: "session", rateLimit: "read" }, ({ tx, viewer }) =>
    listConnections(tx, viewer.userId),
  ),
  route(calls.beginSocialConnection, MINE, async ({ tx, viewer: { userId }, params, caller, setSignIn }) => {
    await refuseSharedAccount(tx, userId);
    const connected = await connectedAccounts(tx, userId);
    if (connected.some(({ provider }) => provider === params.provider)) throw new Refusal("social.known");
    const { token, location } = await beginAttempt(tx, { ...params, caller, userId });
    setSignIn(token);
    return { location };
  }),
  route(calls.connectSocialAccount, MINE, ({ tx, viewer, caller, body }) => connect(tx, { viewer, caller }, body.id)),
  route(calls.disconnectSocialAccount, MINE, ({ tx, viewer, caller, params }) =>
    disconnect(tx, { viewer, caller }, params.provider),
  ),
];
