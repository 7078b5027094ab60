/** The OTC desk: prices of large amounts, proposed by staff, agreed to by a trader, accepted by the user who asked. */
export { module } from "./module.ts";
/** For the pages. */
export { leastUsd, viewDesk } from "./view-desk.ts";
export { viewStaffRequests } from "./view-staff.ts";
/** Which of these are requests to the desk: what accepted quotes name as the place of their offers. */
export { requestsAmong } from "./rows.ts";
