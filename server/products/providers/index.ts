/** Orders at providers: reserved before the call, ended by a definite answer, matched with statements. Products build on it. */
export { module } from "./module.ts";
/** The invariants that the check of the ledger runs; docs/invariants.md explains them. */
export { PROVIDER_CHECKS } from "./invariants.ts";
/** What a provider's adapter is. */
export {
  type FailedReason,
  type GoodsCode,
  type KnownOrder,
  type PayTo,
  type Provider,
  type ProviderAnswer,
  ProviderFault,
  type ProviderMessage,
  type ProviderStatement,
  type ReadMessage,
  type StatementLine,
} from "./provider.ts";
/** For the jobs of a product, and whether they have work. */
export { hasDueOrders } from "./order-rows.ts";
export { hasMessages } from "./message-rows.ts";
export { runOrders } from "./run-orders.ts";
export { importStatements } from "./statements.ts";
export { type MessageHeaders, mountProviderMessages, openMessages, ORDER_IN_PATH, readMessages } from "./messages.ts";
/** For adapters of Reloadly's products. */
export { readReloadlyMessage, RELOADLY_HEADERS, reloadlyUnits } from "./reloadly-words.ts";
/** The refusals for the outcomes of an order's reservation. */
export { ORDER_REFUSES, orderRefusal } from "./refusals.ts";
/** Sums that people type. */
export { unitsIn, unitsOf } from "./units-in.ts";
/** For the page of the staff. */
export { viewProviderOrders } from "./view-orders.ts";
/** After two of the staff ended one. */
export { emitOrderEnd } from "./emit-order-ends.ts";
/** For the status page. */
export { pausedProducts } from "./staff-rows.ts";
