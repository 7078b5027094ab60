/** What this module brings to the market: see server/modules.ts. */
import type { Module } from "../../platform/app-ports.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "people/audit",
  retention: [{ kind: "staff_words", hasMark: true }],
  data: DATA,
};
