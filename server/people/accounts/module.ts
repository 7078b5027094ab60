/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { openSealedLine } from "./open-line.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "people/accounts",
  routes,
  ownData: [
    { file: "account", lines: "account", open: openSealedLine },
    { file: "restrictions", lines: "restrictions" },
    { file: "others", lines: "origin" },
  ],
  closing: { obstacles: "accounts_closing_obstacles", erases: "erase_user_from_accounts" },
  data: DATA,
};
