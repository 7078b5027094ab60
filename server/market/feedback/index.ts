/** Feedback of traders on each other. */
/** The invariant of feedback that the job over the ledger checks. */
export { FEEDBACK_CHECKS } from "./invariants.ts";
export { module } from "./module.ts";
/** For the robots of the demo market, and its past. */
export { giveFeedback } from "./give-feedback.ts";
export { type PastFeedback, recordFeedback } from "./record-feedback.ts";
/** For pages: what a user received. */
export { listFeedback } from "./list-feedback.ts";
export { ofUser } from "./rows.ts";
/** For webhooks. */
export { feedbackOfTrades } from "./rows.ts";
