/** The operator's exposure in each currency, explained by the ledger, and advice that leads coins back to their targets. */
export { module } from "./module.ts";
/** For the page of the staff. */
export { viewAdvice } from "./advice.ts";
export { viewExposure } from "./view-exposure.ts";
export { EXPOSURE_CHECKS } from "./invariants.ts";
