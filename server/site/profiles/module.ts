/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { pictureOf, withoutKey } from "./avatar/line.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "site/profiles",
  routes,
  ownData: [{ file: "avatar", lines: "avatar", open: withoutKey, attached: pictureOf }],
  closing: { erases: "erase_user_from_profiles" },
  data: DATA,
};
