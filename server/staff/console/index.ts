/** The console of the staff, acts of the operator, and checks of the platform. */
export { checkBooks, checkWhatIsNew } from "./checks/check-books.ts";
/** The administrators' desk. */
export { module } from "./module.ts";
/** Processes, the database and its standbys. */
export { viewCluster } from "./cluster/view-cluster.ts";
export { viewDesk } from "./views/desk.ts";
export { viewQueues } from "./views/queues.ts";
/** Announcements above each page. */
export { announcementsToShow, maintenanceToShow } from "./views/announcement-rows.ts";
export { viewAnnouncements } from "./views/announcements.ts";
export { viewErrors } from "./views/errors.ts";
/** The console: settings, feature flags and the ledger. */
export { viewLedger } from "./views/ledger.ts";
export { viewFlags, viewSettings } from "./views/console.ts";
/** Acts of the operator by command line; each is in the staff log. */
export { grantByOperator, revokeByOperator } from "./changes/role.ts";
export { createAdmin, promoteToAdmin, usernameOfEmail } from "./changes/create-admin.ts";
export { endSessionsByOperator } from "./changes/end-sessions.ts";
export { haltByOperator, liftByOperator } from "./changes/halt-by-operator.ts";
export { importBanksByOperator } from "./changes/import-banks.ts";
export { recordDrillByOperator } from "./changes/restore-drill.ts";
export { setByOperator } from "./changes/set-by-operator.ts";
export { retryEventsByOperator } from "./changes/retry-events.ts";
export { marketStatus } from "./checks/market-status.ts";
