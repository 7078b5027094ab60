/** What this module brings to the market: see server/modules.ts. */
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
