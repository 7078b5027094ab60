/** The status of the market for the public: its parts, incidents, feeds. */
export { mountStatus } from "./feeds.ts";
export { module } from "./module.ts";
export { knownParts, viewIncidents, viewStatus } from "./view-status.ts";
