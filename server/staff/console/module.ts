/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { jobs } from "./jobs.ts";
import { checkGauges } from "./checks/market-status.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "staff/console",
  routes,
  jobs,
  gauges: checkGauges,
  data: DATA,
};
