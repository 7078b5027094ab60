/** What this module brings to the market: see server/modules.ts. */
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
