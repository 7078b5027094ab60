/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { closeBatches } from "./close-batches.ts";
import { routes } from "./http.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "staff/audit",
  routes,
  jobs: [{ name: "close-audit-batches", everyMs: 2000, run: closeBatches }],
  data: DATA,
};
