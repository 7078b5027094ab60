/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { adviseHouse } from "./advice.ts";
import { hedgeHouse } from "./hedge-house.ts";
import { hedgeOutside } from "./hedge-outside.ts";
import { routes } from "./http.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "staff/exposure",
  routes,
  jobs: [
    { name: "advise-house", everyMs: 30_000, run: adviseHouse },
    { name: "hedge-house", everyMs: 5000, run: hedgeHouse },
    { name: "hedge-outside", everyMs: 15_000, run: hedgeOutside },
  ],
  data: DATA,
};
