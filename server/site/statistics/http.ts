/** The endpoint of the market's statistics. */
import { getMarketStatistics } from "#contract/site/statistics.ts";
import { route } from "../../platform/http/policy.ts";
import { seesWhole, viewMarketStatistics } from "./view-statistics.ts";

export const routes = [
  route(
    getMarketStatistics,
    { auth: "public", rateLimit: "read", openEverywhere: true },
    async ({ tx, viewer, query }) =>
      viewMarketStatistics(tx, { ...query, isWhole: viewer ? await seesWhole(tx, viewer) : false }),
  ),
];
