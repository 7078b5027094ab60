/** The status of the market for the public: its parts, incidents, feeds. */
export { mountStatus } from "./feeds.ts";
export { mountIncidentMail } from "./mail/one-click.ts";
/** For the page of the links in emails. */
export { readLink } from "./mail/subscribe.ts";
export { module } from "./module.ts";
export { knownParts, viewIncidents, viewStatus } from "./view-status.ts";
