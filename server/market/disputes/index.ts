/** Disputes: reasons, cases, the moderators' desk. */
export { closeSettled } from "./close-settled.ts";
/** For the page of the queue. */
export { listDisputes } from "./list-disputes.ts";
export { findCaseTaker } from "./rows.ts";
export { routes } from "./http.ts";
/** For the robots of the demo market. */
export { openDispute } from "./open-dispute.ts";
/** For the job over the ledger: the chain of what staff did. */
export { brokenLinks } from "./staff-acts.ts";
