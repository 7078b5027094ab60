/** The declaration of this module; server/modules.ts lists all modules. */
import { type Module, on } from "../../platform/app-ports.ts";
import { countSources } from "./count-sources.ts";
import { routes } from "./http.ts";
import { noteStatDays } from "./note-days.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "site/statistics",
  routes,
  jobs: [{ name: "note-stat-days", everyMs: 600_000, run: noteStatDays }],
  subscriptions: [on(["account.registered", "trade.open"], countSources)],
  retention: [{ kind: "stat_traders" }],
  closing: { erases: "erase_user_from_statistics" },
  data: DATA,
};
