/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "people/audit",
  retention: [{ kind: "staff_words", hasMark: true }],
  data: DATA,
};
