/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { askProvidersJob, forgetAttempts, nameProvidersJob } from "./ask-providers.ts";
import { routes } from "./http.ts";
import { DATA } from "./tables.ts";
import { endAttempts } from "./worker-rows.ts";

export const module: Module = {
  name: "people/social-accounts",
  routes,
  jobs: [
    nameProvidersJob,
    askProvidersJob,
    { name: "forget-social-attempts", everyMs: 3_600_000, run: forgetAttempts },
  ],
  ownData: [{ file: "social", lines: "social" }],
  closing: { erases: "erase_user_from_social_accounts" },
  data: DATA,
  sealAnew: endAttempts,
};
