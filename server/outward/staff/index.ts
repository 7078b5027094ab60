/** What staff, the operator of the machine and the platform itself watch over. */
export { checkBooks, checkWhatIsNew } from "./check-books.ts";
export { jobs } from "./jobs.ts";
/** The chain of staff acts against the heads outside the database. */
export { closeBatches, HEADS_FILE } from "./audit-batches.ts";
export { verifyAudit } from "./verify-audit.ts";
/** The same chain in the console. */
export { viewAudit } from "./view-audit.ts";
/** The administrators' desk. */
export { routes } from "./http.ts";
export { viewDesk } from "./view-desk.ts";
/** What everybody is told above each page. */
export { announcementsToShow } from "./announcement-rows.ts";
export { viewAnnouncements } from "./announcements.ts";
export { viewErrors } from "./errors.ts";
/** Transfers that wait. */
export { viewHeld } from "./held-send-outs.ts";
/** The console: settings, feature flags and the ledger. */
export { viewLedger } from "./view-ledger.ts";
export { viewFlags, viewSettings } from "./view-console.ts";
/** Restrictions, for the pages of staff and of those whom they are about. */
export { viewOwnRestrictions, viewQueue } from "./view-restrictions.ts";
/** What the operator does by command line; each act stands in the chain of what staff did. */
export { grantByOperator, revokeByOperator } from "./change-role.ts";
export { createAdmin, promoteToAdmin, usernameOfEmail } from "./create-admin.ts";
export { endSessionsByOperator } from "./end-sessions.ts";
export { haltByOperator, liftByOperator } from "./halt-by-operator.ts";
export { liftRestrictionByOperator } from "./restriction-rows.ts";
export { importBanksByOperator } from "./import-banks.ts";
export { setByOperator } from "./set-by-operator.ts";
export { retryEventsByOperator } from "./retry-events.ts";
export { checkGauges as gauges, marketStatus } from "./market-status.ts";
