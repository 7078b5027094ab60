/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "market/moderation",
  routes,
  ownData: [{ file: "offer_words", lines: "offer_words" }],
  closing: { erases: "erase_user_from_moderation" },
  data: DATA,
};
