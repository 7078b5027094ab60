/** The demo market: traders, offers and past trades that are made up, robots that answer, and the local inbox. */
export { routes } from "./http.ts";
/** Fills an empty market. */
export { seedMarket } from "./seed.ts";
/** Called once when the app is built. */
export { useInboxPage } from "./inbox.ts";
