/** What this module brings to the market: see server/modules.ts. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { dropOlder, dropTradeExports, makeTradeExports } from "./make-exports.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "market/exports",
  routes,
  jobs: [
    { name: "make-trade-exports", everyMs: 2_000, run: makeTradeExports },
    { name: "drop-trade-exports", everyMs: 60_000, run: dropTradeExports },
  ],
  ownData: [{ file: "trade-exports", lines: "trade_exports" }],
  retention: [{ kind: "trade_exports" }],
  closing: { erases: "erase_user_from_trade_exports" },
  data: DATA,
  sealAnew: (db, { sealing }) => dropOlder(db, sealing.version),
};
