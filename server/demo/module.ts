/** The declaration of this module; server/modules.ts lists all modules. */
import { wishesWait } from "./coins/faucet-rows.ts";
import type { Module } from "../platform/app-ports.ts";
import { actInTrades } from "./robots/act-in-trades.ts";
import { grantWishes } from "./coins/faucet.ts";
import { routes } from "./http.ts";
import { keepRobotsHere } from "./robots/presence.ts";
import { refillFloat } from "./coins/refill-float.ts";
import { takeOffers } from "./robots/take-offers.ts";
import { tradeSpot } from "./robots/trade-spot.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "demo",
  routes,
  // Test coins, and robots; robots live only while the demo market runs.
  jobs: [
    {
      name: "grant-faucet-wishes",
      everyMs: 500,
      due: wishesWait,
      run: grantWishes,
    },
    { name: "refill-float", everyMs: 5000, role: "chain", run: refillFloat },
    { name: "robots-act", everyMs: 2000, run: async (app) => (app.config.demo ? actInTrades(app) : undefined) },
    { name: "robots-take-offers", everyMs: 2000, run: async (app) => (app.config.demo ? takeOffers(app) : undefined) },
    { name: "robots-trade-spot", everyMs: 4000, run: async (app) => (app.config.demo ? tradeSpot(app) : undefined) },
    {
      name: "robots-are-here",
      everyMs: 60_000,
      run: async (app) => (app.config.demo ? keepRobotsHere(app) : undefined),
    },
  ],
  data: DATA,
};
