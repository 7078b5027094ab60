/** Endpoints of spot trading. */
import * as calls from "#contract/products/spot/spot.ts";
import type { SpotOrder } from "#contract/products/spot/spot.ts";
import { type CommitGroup, route } from "../../platform/http/policy.ts";
import { amendOrder, cancelAllOrders, cancelOrder } from "./orders/change-orders.ts";
import { type Placing, placeOrders } from "./orders/place-orders.ts";
import { viewFills, viewOrders } from "./orders/view-orders.ts";
import { endTradingSession, openTradingSession, viewSession } from "./trading-session.ts";
import { viewBook, viewCandles, viewTrades } from "./views/book.ts";
import { viewSpotBalances } from "./views/balances.ts";
import { viewMarkets } from "./views/markets.ts";

const PUBLIC = { auth: "public", rateLimit: "read" } as const;
const READ = { auth: "session", rateLimit: "read" } as const;
const TRADE = { auth: "session", rateLimit: "money", action: "convert", level: 1 } as const;
/** Users may always get out. */
const LEAVE = { auth: "session", rateLimit: "money", unrestricted: true } as const;
const OWN_ORDER = { id: { kind: "spot_order", relations: ["owner"] } } as const;

/** Orders that arrive while others commit share the next transaction. */
export const PLACING: CommitGroup<Placing, SpotOrder> = { name: "spot orders", run: placeOrders };

export const routes = [
  route(calls.listSpotMarkets, PUBLIC, ({ tx }) => viewMarkets(tx)),
  route(calls.getSpotBook, PUBLIC, ({ tx, params }) => viewBook(tx, params.market)),
  route(calls.listSpotTrades, PUBLIC, ({ tx, params }) => viewTrades(tx, params.market)),
  route(calls.listSpotCandles, PUBLIC, ({ tx, params, query }) =>
    viewCandles(tx, { symbol: params.market, interval: query.interval ?? "1m" }),
  ),
  route(calls.placeSpotOrder, TRADE, {
    group: PLACING,
    command: ({ viewer, body }) => ({ userId: viewer.userId, body }),
  }),
  route(calls.listSpotOrders, READ, ({ tx, viewer, query }) =>
    viewOrders(tx, {
      userId: viewer.userId,
      isOpen: query.state !== "ended",
      market: query.market,
      before: query.after === undefined ? undefined : BigInt(query.after),
    }),
  ),
  route(calls.cancelSpotOrder, { ...LEAVE, objects: OWN_ORDER }, ({ tx, viewer, params }) =>
    cancelOrder(tx, { userId: viewer.userId, hash: params.id }),
  ),
  route(calls.amendSpotOrder, { ...LEAVE, objects: OWN_ORDER }, ({ tx, viewer, params, body }) =>
    amendOrder(tx, { userId: viewer.userId, hash: params.id }, body.amount),
  ),
  route(calls.cancelAllSpotOrders, LEAVE, ({ tx, viewer, body }) =>
    cancelAllOrders(tx, { userId: viewer.userId, market: body.market }),
  ),
  route(calls.listSpotFills, READ, ({ tx, viewer, query }) =>
    viewFills(tx, { userId: viewer.userId, market: query.market }),
  ),
  route(calls.listSpotBalances, READ, ({ tx, viewer }) => viewSpotBalances(tx, viewer.userId)),
  route(calls.getSpotSession, READ, ({ tx, viewer }) => viewSession(tx, viewer.userId)),
  route(calls.openSpotSession, TRADE, ({ tx, viewer, body }) =>
    openTradingSession(tx, { userId: viewer.userId, ...body }),
  ),
  route(calls.endSpotSession, LEAVE, ({ tx, viewer }) => endTradingSession(tx, viewer.userId)),
];
