/** Support: tickets of users and guests with their clocks, answered by the staff; wishes for the product. */
export { module } from "./module.ts";
export { mountTicketFiles } from "./person/mount-files.ts";
export { useZendesk } from "./person/zendesk.ts";
/** For the pages. */
export { viewCanned } from "./desk/canned.ts";
export { viewQueue } from "./desk/view-desk.ts";
export { viewFeatures, viewStaffFeatures } from "./person/features.ts";
export { findOwn } from "./person/own-ticket.ts";
export { viewObjects, viewThread, viewTickets } from "./person/view-ticket.ts";
