/** The declaration of this module; server/modules.ts lists all modules. */
import { type Module, on } from "../../platform/app-ports.ts";
import { forgetOldActivity } from "./sessions/activity.ts";
import { tellUnfinishedSignIns } from "./second-step/approvals.ts";
import { forgetOldFailures } from "./attempts/attempts.ts";
import { sendResetLinks } from "./passwords/forgot-password.ts";
import { routes } from "./http.ts";
import { DATA } from "./tables.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export const module: Module = {
  name: "people/auth",
  routes,
  subscriptions: [on(["account.password_forgotten"], sendResetLinks)],
  jobs: [
    { name: "tell-unfinished-sign-ins", everyMs: MINUTE_MS, run: ({ db }) => tellUnfinishedSignIns(db) },
    { name: "forget-old-failures", everyMs: HOUR_MS, run: ({ db }) => forgetOldFailures(db) },
    { name: "forget-old-activity", everyMs: HOUR_MS, run: ({ db }) => forgetOldActivity(db) },
  ],
  ownData: [
    { file: "sessions", lines: "sessions" },
    { file: "activity", lines: "activity" },
    { file: "second_steps", lines: "sign_ins" },
    { file: "others", lines: "known_browsers" },
  ],
  retention: [{ kind: "sessions" }, { kind: "email_codes" }],
  closing: { erases: "erase_user_from_auth" },
  data: DATA,
};
