/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "people/policies",
  routes,
  ownData: [{ file: "policies", lines: "policies" }],
  data: DATA,
};
