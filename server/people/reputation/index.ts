/** What others may know of a trader. Trades and feedback push their counts down through here. */
export { giveBadges } from "./give-badges.ts";
export { recordTrades, type TradeOutcome } from "./record-trade.ts";
export { bumpFeedback, bumpRelations, refreshReputation } from "./refresh.ts";
export { bandOf, summariesOf, tradedTogether } from "./summaries.ts";
export { volumesOf } from "./rows.ts";
