/** The declaration of this module; server/modules.ts lists all modules. */
import { duesWait } from "./rows.ts";
import { type Module, on } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { noteArrivals, noteTimes, pauseReversed, runHedges } from "./run-hedges.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "products/hedging",
  routes,
  jobs: [
    { name: "note-hedge-times", everyMs: 5000, run: noteTimes },
    { name: "run-hedges", everyMs: 1000, due: duesWait, run: runHedges },
  ],
  subscriptions: [
    on(["wallet.deposit_credited", "trade.release", "trade.award_buyer", "trade.award_seller"], noteArrivals),
    on(["wallet.deposit_reverted"], pauseReversed),
  ],
  ownData: [
    { file: "hedging", lines: "hedge_rules" },
    { file: "hedging", lines: "hedge_runs" },
  ],
  closing: { erases: "erase_user_from_hedging" },
  data: DATA,
};
