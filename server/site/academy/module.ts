/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "site/academy",
  routes,
  ownData: [{ file: "academy", lines: "lessons" }],
  closing: { erases: "erase_user_from_academy" },
  data: DATA,
};
