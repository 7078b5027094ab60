/** Disputes: reasons, cases, the moderators' desk. */
/** Around a correction that may pay one. */
export { lockChargeback, payChargeback } from "./chargebacks/chargebacks.ts";
/** For the page of the queue. */
export { listAppeals } from "./appeals/appeals.ts";
export { listChargebacks } from "./chargebacks/view-chargebacks.ts";
export { listDisputes } from "./list-disputes.ts";
export { inPlaceOf } from "./act-in-place.ts";
export { countDisputes, findCaseTaker, findDoor, sidesOfCase } from "./rows.ts";
export { module } from "./module.ts";
/** For the robots of the demo market. */
export { openDispute } from "./open-dispute.ts";
/** The chain of what staff and the operator did, and for the job over the ledger, whether it is whole. */
export { brokenLinks, type JudgedAct, judgedActs, newBrokenLinks, recordStaffAct } from "./staff-acts/staff-acts.ts";
/** The operator erases the words of an act; the chain stays. */
export { eraseStaffAct } from "./staff-acts/staff-act-rows.ts";
