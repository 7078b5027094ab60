/** The operator's exposure in each currency, explained by the ledger. */
export { module } from "./module.ts";
/** For the page of the staff. */
export { viewExposure } from "./view-exposure.ts";
