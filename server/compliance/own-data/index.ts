/** What is kept about a person, for them: asked for, packed, and sent to the session that asked. */
export { module } from "./module.ts";
export { mountDownload } from "./mount-download.ts";
/** For the settings page. */
export { viewExport } from "./view-export.ts";
