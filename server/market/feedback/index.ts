/** What traders say of each other. */
/** The invariant of feedback that the job over the ledger checks. */
export { FEEDBACK_CHECKS } from "./invariants.ts";
export { routes } from "./http.ts";
/** Subscribes to what is said. */
export { pushFeedback } from "./push.ts";
/** For the robots of the demo market, and its past. */
export { giveFeedback } from "./give-feedback.ts";
export { type PastFeedback, recordFeedback } from "./record-feedback.ts";
/** For pages: what a user received. */
export { listFeedback } from "./list-feedback.ts";
export { ofUser } from "./rows.ts";
