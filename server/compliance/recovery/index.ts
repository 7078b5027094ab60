/** Accounts whose mailbox and factors are lost: asked for with documents, decided by two staff members, stopped by their owner. */
export { module } from "./module.ts";
/** Emails to both mailboxes, and the link after the wait. */
export { openDue, tellRecovery } from "./letters.ts";
/** Pictures for the staff that have opened them. */
export { mountRecoveryPictures } from "./mount-pictures.ts";
/** What the page of the staff, and the page for stopping a recovery, show. */
export { viewRecoveries } from "./review.ts";
/** For the exchange of the market's secret. */
export { endRecoveries, runningOf } from "./rows.ts";
