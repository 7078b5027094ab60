/** The demo market: traders, offers and past trades that are made up, robots that answer, and the local inbox. */
export { module } from "./module.ts";
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
export { pages } from "./inbox/page.ts";
