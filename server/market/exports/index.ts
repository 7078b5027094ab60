/** Files with one's own trades, made by a job. */
export { module } from "./module.ts";
export { mountTradeExports } from "./mount-download.ts";
export { viewExports } from "./ask-for-export.ts";
