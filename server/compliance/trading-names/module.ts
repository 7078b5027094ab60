/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "compliance/trading-names",
  routes,
  ownData: [{ file: "trading-names", lines: "trading_names" }],
  retention: [{ kind: "trading_names" }],
  data: DATA,
};
