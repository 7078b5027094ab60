/** The public figures of a trader, which the database counts from trades, feedback and relations. */
export { module } from "./module.ts";
export { countEndings, volumesOf } from "./rows.ts";
export {
  badgeChangesOf,
  badgeFactsOf,
  seedBadges,
  settleBadges,
  sweepBadges,
  usersWithDueBadges,
} from "./badge-rows.ts";
export { refreshReputation } from "./figure-rows.ts";
export { REPUTATION_CHECKS } from "./invariants.ts";
export { bandOf, isMerchant, summariesInTrades, summariesOf } from "./summaries.ts";
/** Statistics of one's own trades, for the dashboard. */
export { viewStatistics } from "./statistics.ts";
