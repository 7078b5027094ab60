/** What this module brings to the market: see server/modules.ts. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "reach/translations",
  routes,
  ownData: [{ file: "translations", lines: "translations" }],
  closing: { erases: "erase_user_from_translations" },
  data: DATA,
};
