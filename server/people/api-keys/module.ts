/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { forgetEndedKeys } from "./manage.ts";
import { sealKeysAnew } from "./seal-anew.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "people/api-keys",
  routes,
  jobs: [{ name: "forget-ended-keys", everyMs: 3_600_000, run: ({ db }) => forgetEndedKeys(db) }],
  ownData: [{ file: "api_keys", lines: "api_keys" }],
  closing: { erases: "erase_user_from_api_keys" },
  data: DATA,
  sealAnew: sealKeysAnew,
};
