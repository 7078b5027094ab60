/** The gift card store: cards bought from a provider with coins, their codes sealed and seen once, or used unseen in trades. */
export { module } from "./module.ts";
/** The invariants that the check of the ledger runs; docs/invariants.md explains them. */
export { STORE_CHECKS } from "./invariants.ts";
/** At the start: which provider this market has. */
export { currentStoreProvider, hasStore, isStoreSimulated, storeMessageHeaders, useStore } from "./store-provider.ts";
/** For pages. */
export { getProduct, listProducts } from "./products.ts";
export { getOrder, listOrders } from "./orders.ts";
export { listCards as listStoreCards } from "./cards.ts";
export { viewStaffStore } from "./staff.ts";
/** After two of the staff decided about a code. */
export { emitCodeRefund } from "./cards.ts";
