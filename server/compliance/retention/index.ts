/** Retention: what is kept for a time is erased when that is over. */
export { module } from "./module.ts";
