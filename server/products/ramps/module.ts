/** The declaration of this module; server/modules.ts lists all modules. */
import { anyOf } from "../../platform/postgres/db.ts";
import { hasDueOrders, hasMessages } from "../providers/index.ts";
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { readCorridors, readRampStatements, runRamps } from "./run-ramps.ts";
import { sealAnew } from "./seal-anew.ts";
import { openRampLine } from "./sealed-ramp.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "products/ramps",
  routes,
  jobs: [
    {
      name: "run-ramps",
      everyMs: 500,
      due: anyOf([hasMessages, hasDueOrders("on_ramp"), hasDueOrders("off_ramp")]),
      run: runRamps,
    },
    { name: "read-ramp-corridors", everyMs: 60_000, run: readCorridors },
    { name: "read-ramp-statements", everyMs: 600_000, run: readRampStatements },
  ],
  ownData: [{ file: "ramps", lines: "ramps", open: openRampLine }],
  fees: { kinds: ["ramp_bought", "ramp_paid"], by: "fees_of_orders" },
  closing: { erases: "erase_user_from_ramps" },
  data: DATA,
  sealAnew,
};
