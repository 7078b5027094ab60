/** Endpoints of the authenticator app and of passkeys. */
import { shownOf } from "#contract/proofs.ts";
import * as calls from "#contract/two-factor.ts";
import { route } from "../../platform/http/policy.ts";
import { changeFactors, findFactors, otpauthUri, passkeyWish, viewTwoFactor } from "./two-factor.ts";

const READ = { auth: "session", rate: "read" } as const;
const CHANGE = { auth: "session", rate: "auth" } as const;
const ISSUER = "Parley";

export const twoFactorRoutes = [
  route(calls.getTwoFactor, READ, {
    prepare: ({ verifier, viewer }) => findFactors(verifier, viewer),
    run: async ({ viewer, prepared }) => viewTwoFactor(prepared, viewer),
  }),
  route(
    calls.enableTwoFactor,
    { ...CHANGE, keepsNoAnswer: true },
    {
      prepare: ({ viewer, caller, body, ...preparing }) =>
        changeFactors(preparing, { viewer, caller }, { act: "start_authenticator", shown: shownOf(body) }),
      run: async ({ viewer, prepared: { secret = "" } }) => ({ secret, uri: otpauthUri(secret, viewer, ISSUER) }),
    },
  ),
  route(calls.verifyTwoFactor, CHANGE, {
    prepare: ({ viewer, caller, body, ...preparing }) =>
      changeFactors(preparing, { viewer, caller }, { act: "confirm_authenticator", code: body.code }),
    run: async ({ viewer, prepared }) => viewTwoFactor(prepared.factors, viewer),
  }),
  route(calls.deactivateTwoFactor, CHANGE, {
    prepare: ({ viewer, caller, body, ...preparing }) =>
      changeFactors(preparing, { viewer, caller }, { act: "remove", factor: "authenticator", shown: shownOf(body) }),
    run: async ({ viewer, prepared }) => viewTwoFactor(prepared.factors, viewer),
  }),
  route(calls.listPasskeys, READ, {
    prepare: ({ verifier, viewer }) => findFactors(verifier, viewer),
    run: async ({ prepared }) => [...prepared.passkeys],
  }),
  route(calls.addPasskey, CHANGE, {
    prepare: ({ viewer, caller, body, ...preparing }) =>
      changeFactors(preparing, { viewer, caller }, passkeyWish(body)),
    run: async ({ viewer, prepared }) => viewTwoFactor(prepared.factors, viewer),
  }),
  route(calls.removePasskey, CHANGE, {
    prepare: ({ viewer, caller, body, ...preparing }) =>
      changeFactors(preparing, { viewer, caller }, { act: "remove", factor: body.id, shown: shownOf(body) }),
    run: async ({ viewer, prepared }) => viewTwoFactor(prepared.factors, viewer),
  }),
];
