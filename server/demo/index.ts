/** The demo market: traders, offers and past trades that are made up, robots that answer, and the local inbox. */
import type { Job } from "../platform/app-ports.ts";
import { actInTrades } from "./robots/act-in-trades.ts";
import { grantWishes } from "./coins/faucet.ts";
import { refillFloat } from "./coins/refill-float.ts";
import { keepRobotsHere } from "./robots/presence.ts";
import { takeOffers } from "./robots/take-offers.ts";

export { routes } from "./http.ts";
/** The demo's own cold account. */
export { withDemoCold } from "./coins/cold-keys.ts";
/** Fills an empty market. */
export { seedMarket } from "./seed/seed.ts";
/** Cases that wait for its staff. */
export { seedCases } from "./seed/cases.ts";
/** Gives the operator coins of the development chains, so that what the demo credits is backed. */
export { fundHouse } from "./coins/fund-house.ts";
/** Called at every start: settings that differ in a demo market. */
export { presetMarket } from "./preset-market.ts";
/** The page of the local inbox. */
export { pages } from "./inbox/inbox-page.ts";

/** Test coins, and robots; robots live only while the demo market runs. */
export const jobs: readonly Job[] = [
  { name: "grant-faucet-wishes", everyMs: 500, run: grantWishes },
  { name: "refill-float", everyMs: 2000, role: "chain", run: refillFloat },
  { name: "robots-act", everyMs: 2000, run: async (app) => (app.config.demo ? actInTrades(app) : undefined) },
  { name: "robots-take-offers", everyMs: 2000, run: async (app) => (app.config.demo ? takeOffers(app) : undefined) },
  { name: "robots-are-here", everyMs: 60_000, run: async (app) => (app.config.demo ? keepRobotsHere(app) : undefined) },
];
