/** Coins bought and sold by bank transfer and mobile money, through a provider. */
export { module } from "./module.ts";
/** The invariants that the check of the ledger runs; docs/invariants.md explains them. */
export { RAMP_CHECKS } from "./invariants.ts";
/** At the start: which provider this market has. */
export { hasRamps, rampMessageHeaders, useRamps } from "./ramp-provider.ts";
/** For pages. */
export { viewRampPage, type RampStart } from "./view-page.ts";
export { getOrder } from "./orders.ts";
export { viewStaffOrders } from "./staff-orders.ts";
export { listOfBank } from "./house-bank/at-the-bank.ts";
