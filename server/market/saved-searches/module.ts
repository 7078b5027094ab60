/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { alertSearches, dropOfferArrivals } from "./alert-searches.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "market/saved-searches",
  routes,
  jobs: [
    { name: "alert-saved-searches", everyMs: 3_000, run: alertSearches },
    { name: "drop-offer-arrivals", everyMs: 60_000, run: dropOfferArrivals },
  ],
  ownData: [{ file: "others", lines: "saved_searches" }],
  retention: [{ kind: "search_alerts" }],
  closing: { erases: "erase_user_from_saved_searches" },
  data: DATA,
};
