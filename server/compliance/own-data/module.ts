/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { makeExports } from "./make-exports.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "compliance/own-data",
  routes,
  jobs: [{ name: "make-data-exports", everyMs: 10_000, run: makeExports }],
  closing: { erases: "erase_user_from_own_data" },
  data: DATA,
};
