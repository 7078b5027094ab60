/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { expireOtc } from "./expire.ts";
import { routes } from "./http.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "market/otc",
  routes,
  jobs: [{ name: "expire-otc", everyMs: 5_000, run: expireOtc }],
  ownData: [
    { file: "offers", lines: "otc_requests" },
    { file: "offers", lines: "otc_quotes" },
  ],
  retention: [{ kind: "otc_requests" }],
  closing: { erases: "erase_user_from_otc" },
  data: DATA,
};
