/** Searches that users saved, and their alerts about new offers. */
export { module } from "./module.ts";
/** For the page. */
export { viewSearches } from "./saved-searches.ts";
