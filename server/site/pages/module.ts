/** The declaration of this module; server/modules.ts lists all modules. */
import { LEVEL_CHANGES } from "#contract/platform/events.ts";
import { type Module, on } from "../../platform/app-ports.ts";
import { routes } from "./landing/http.ts";
import { pushAccount } from "./people/push-account.ts";

export const module: Module = {
  name: "site/pages",
  routes,
  subscriptions: [on(["account.restricted", "account.restriction_lifted", ...LEVEL_CHANGES], pushAccount)],
};
