/** What this module brings to the market: see server/modules.ts. */
import type { Module } from "../../platform/app-ports.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "reference/settings",
  data: DATA,
};
