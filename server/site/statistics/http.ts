/** The endpoint of the market's statistics. */
import { getMarketStatistics, getTraderStatistics } from "#contract/site/statistics.ts";
import { route } from "../../platform/http/policy.ts";
import { viewTraders } from "./view-traders.ts";
import { seesWhole, viewMarketStatistics } from "./view-statistics.ts";

export const routes = [
  route(
    getMarketStatistics,
    { auth: "public", rateLimit: "read", openEverywhere: true, mayLag: true },
    async ({ tx, viewer, query }) =>
      viewMarketStatistics(tx, { ...query, isWhole: viewer ? await seesWhole(tx, viewer) : false }),
  ),
  route(
    getTraderStatistics,
    { auth: "public", rateLimit: "read", openEverywhere: true, mayLag: true },
    async ({ tx, viewer, query }) =>
      viewTraders(tx, { ...query, isWhole: viewer ? await seesWhole(tx, viewer) : false }),
  ),
];
