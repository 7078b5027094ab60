/** What is kept about a person, for them: asked for, packed, and sent to the session that asked. */
export { routes } from "./http.ts";
export { makeExports } from "./make-exports.ts";
export { mountDownload } from "./mount-download.ts";
/** For the settings page. */
export { viewExport } from "./view-export.ts";
