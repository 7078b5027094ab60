/** Endpoints of passwords that were forgotten or that change. */
import * as calls from "#contract/people/sign-in/passwords.ts";
import { route } from "../../../platform/http/policy.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { changePassword, goOn } from "./change-password.ts";
import { forgetPassword, RESET_MINUTES } from "./forgot-password.ts";
import { linksFrom } from "../attempts/attempts.ts";
import { needWork } from "../attempts/puzzles.ts";
import { resetPassword } from "./reset-password.ts";

const OPEN = { auth: "public", rateLimit: "auth", openEverywhere: true } as const;

export const passwordRoutes = [
  route(calls.forgotPassword, OPEN, {
    prepare: ({ db, caller }) => {
      const tried = [{ subject: linksFrom(caller.ip), minutes: 60 }];
      return db.tx((tx) => needWork(tx, { purpose: "forgot", caller, tried }));
    },
    run: async ({ tx, body, caller }) => {
      await forgetPassword(tx, { email: body.email, caller });
      return { validMinutes: RESET_MINUTES };
    },
  }),
  route(calls.resetPassword, OPEN, {
    prepare: ({ db, verifier, caller, body }) => resetPassword({ db, verifier }, body, caller),
    run: async ({ prepared: waitsUntil }) => ({ redirectTo: "/login", waitsUntil }),
  }),
  route(
    calls.changePassword,
    { auth: "session", rateLimit: "auth", action: "own_account" },
    {
      prepare: ({ db, verifier, viewer, caller, body }) => changePassword({ db, verifier }, { viewer, caller }, body),
      run: async ({ tx, viewer, caller, setSession }) => {
        const { token, device } = await goOn(tx, { viewer, caller });
        if (token) setSession(token, device);
        // As the signer has it: it reads the same setting.
        const settings = await readSettings(tx, ["auth.new_password_hold_hours"]);
        return { heldHours: settings["auth.new_password_hold_hours"] };
      },
    },
  ),
];
