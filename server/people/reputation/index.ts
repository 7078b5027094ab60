/** What others may know of a trader: the database counts it from trades, feedback and relations. */
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
