/** Files with one's own records, made by a job. */
export { module } from "./module.ts";
export { mountExports } from "./mount-download.ts";
export { viewExports, viewWalletFiles } from "./ask-for-export.ts";
