/** Spot trading: markets with an order book, matched by a process of their own. */
export { module } from "./module.ts";
/** For robots of the demo, which trade as users do. */
export { cancelAllOrders, cancelOrder } from "./orders/change-orders.ts";
export { placeOrder } from "./orders/place-orders.ts";
/** For the pages. */
export { viewOrders } from "./orders/view-orders.ts";
export { viewSession } from "./trading-session.ts";
export { viewBook, viewCandles, viewTrades } from "./views/book.ts";
export { viewSpotBalances } from "./views/balances.ts";
export { viewMarkets } from "./views/markets.ts";
export { mountFacade } from "./facade/mount-facade.ts";
export { openUserStreams } from "./facade/stream/user-streams.ts";
export { SPOT_CHECKS } from "./invariants.ts";
