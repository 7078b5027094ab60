/** Endpoints of another email. */
import * as calls from "#contract/people/email-change.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { route } from "../../platform/http/policy.ts";
import { exchangeSessionToken } from "../auth/index.ts";
import { AGAIN_AFTER_SEC, askForChange, takeNewEmail } from "./change-email.ts";
import { takeBack } from "./undo-change.ts";

const CODE = { auth: "session", rateLimit: "auth", action: "account" } as const;

export const routes = [
  route(calls.changeEmail, CODE, async ({ tx, viewer, caller, body: { email } }) => {
    await askForChange(tx, { viewer, caller }, email);
    return { sentTo: email, waitSec: AGAIN_AFTER_SEC };
  }),
  route(calls.confirmEmailChange, CODE, async ({ tx, viewer, caller, body: { code }, setSession }) => {
    const taken = await takeNewEmail(tx, { viewer, caller }, code);
    if (taken instanceof Refusal) return taken;
    const token = await exchangeSessionToken(tx, viewer);
    if (token) setSession(token);
    return taken;
  }),
  route(
    calls.undoEmailChange,
    { auth: "public", rateLimit: "auth", openEverywhere: true },
    async ({ tx, caller, body: { token } }) => {
      await takeBack(tx, { token, caller });
      return { redirectTo: "/forgot-password" };
    },
  ),
];
