/** Spot trading: markets with an order book, matched by a process of their own. */
export { module } from "./module.ts";
/** For the pages. */
export { viewFills, viewOrders } from "./orders/view-orders.ts";
export { viewSession } from "./trading-session.ts";
export { viewBook, viewCandles, viewTrades } from "./views/view-book.ts";
export { viewMarkets } from "./views/view-markets.ts";
export { SPOT_CHECKS } from "./invariants.ts";
