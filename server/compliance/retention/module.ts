/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { eraseOld } from "./erase-old.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "compliance/retention",
  jobs: [{ name: "erase-by-age", everyMs: 3_600_000, run: (app, declared) => eraseOld(app, declared) }],
  data: DATA,
};
