/** Exports of own data: requested by a user, packed, and sent to the session that requested it. */
export { module } from "./module.ts";
export { mountDownload } from "./mount-download.ts";
/** For the settings page. */
export { viewExport } from "./view-export.ts";
