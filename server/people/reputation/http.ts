/** The endpoint of a trader's own statistics. */
import { getOwnStatistics } from "#contract/people/statistics.ts";
import { route } from "../../platform/http/policy.ts";
import { viewStatistics } from "./statistics.ts";

export const routes = [
  route(getOwnStatistics, { auth: "session", rateLimit: "read", keyScope: "trades" }, ({ tx, viewer, query }) =>
    viewStatistics(tx, viewer.userId, query.period ?? "30_days"),
  ),
];
