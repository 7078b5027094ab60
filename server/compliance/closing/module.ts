/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { closeDue } from "./close-due.ts";
import { routes } from "./http.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "compliance/closing",
  routes,
  jobs: [{ name: "close-due-accounts", everyMs: 600_000, run: closeDue }],
  ownData: [{ file: "closing", lines: "closing" }],
  data: DATA,
};
