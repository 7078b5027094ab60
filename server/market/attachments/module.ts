/** What this module brings to the market: see server/modules.ts. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "market/attachments",
  routes,
  ownData: [{ file: "attachments", lines: "attachments" }],
  data: DATA,
};
