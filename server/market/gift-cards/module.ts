/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { DATA } from "./tables.ts";
import { sealCardsAnew } from "./seal-anew.ts";

export const module: Module = {
  name: "market/gift-cards",
  routes,
  ownData: [{ file: "gift_cards", lines: "gift_cards" }],
  closing: { erases: "erase_user_from_gift_cards" },
  data: DATA,
  sealAnew: sealCardsAnew,
};
