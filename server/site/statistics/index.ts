/** Figures of the market by day. */
export { mountStatistics } from "./csv.ts";
export { module } from "./module.ts";
export { viewTraders } from "./view-traders.ts";
export { seesWhole, viewMarketStatistics } from "./view-statistics.ts";
