/** What others may know of a trader. Trades and feedback push their counts down through here. */
export { giveBadges, tradedTogether, volumesOf } from "./rows.ts";
export { recordTrades } from "./record-trade.ts";
export { bumpFeedback, bumpRelations, refreshReputation } from "./figure-rows.ts";
export { bandOf, summariesOf } from "./summaries.ts";
