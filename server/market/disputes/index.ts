/** Disputes: reasons, cases, the moderators' desk. */
/** Around a correction that may pay one. */
export { lockChargeback, payChargeback } from "./chargebacks/chargebacks.ts";
/** For the page of the queue. */
export { listAppeals } from "./appeals/appeals.ts";
export { listChargebacks } from "./chargebacks/view-chargebacks.ts";
export { listDisputes } from "./list-disputes.ts";
export { inPlaceOf } from "./act-in-place.ts";
export { caseHistory, countDisputes, findCaseTaker, findDoor, sidesOfCase } from "./rows.ts";
export { module } from "./module.ts";
/** For the robots of the demo market. */
export { openDispute } from "./open-dispute.ts";
