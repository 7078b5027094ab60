/** What the owner of a key may do with orders: place, look at and cancel them. */
import type { SpotSymbol, SpotTif } from "#contract/products/spot/names.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { getMarket, listMarkets, type MarketRow } from "../market-rows.ts";
import { cancelAllOrders, cancelOrder } from "../orders/change-orders.ts";
import type { OrderRow } from "../orders/order-rows.ts";
import { placeOrder } from "../orders/place-orders.ts";
import { placeTogether } from "../orders/place-together.ts";
import type { OwnAsked, OwnCall } from "./call.ts";
import { FacadeError, notCancelled, unknownOrder } from "./facade-error.ts";
import { allOrdersOf, openOrdersOf, orderByClient, orderByNumber, ownTradesOf } from "./facade-rows.ts";
import { cancelledShape, idOf, legsOf, listShape, orderShape, placedShape } from "./order-shapes.ts";
import type { Params } from "./params.ts";
import { isEnded, isMatched, settledOrders } from "./settled-orders.ts";

const PLACE = [
  "symbol",
  "side",
  "type",
  "timeInForce",
  "quantity",
  "quoteOrderQty",
  "price",
  "newClientOrderId",
] as const;
const PLACE_MORE = ["stopPrice", "newOrderRespType", "selfTradePreventionMode"] as const;
const PLACE_LIST = [
  "symbol",
  "side",
  "quantity",
  "price",
  "stopPrice",
  "stopLimitPrice",
  "stopLimitTimeInForce",
] as const;
const ONE = ["symbol", "orderId", "origClientOrderId"] as const;

export const ORDER_CALLS: readonly OwnCall[] = [
  {
    ...{ method: "POST", path: "/api/v3/order", security: "trade", weight: 1, isOrder: true },
    params: [...PLACE, ...PLACE_MORE],
    run: place,
  },
  {
    ...{ method: "POST", path: "/api/v3/order/test", security: "trade", weight: 1 },
    params: [...PLACE, ...PLACE_MORE, "computeCommissionRates"],
    run: test,
  },
  {
    ...{ method: "POST", path: "/api/v3/order/oco", security: "trade", weight: 1, isOrder: true },
    params: [...PLACE_LIST, "listClientOrderId", "newOrderRespType", "selfTradePreventionMode"],
    run: placeList,
  },
  { ...{ method: "GET", path: "/api/v3/order", security: "read", weight: 4 }, params: ONE, run: look },
  {
    ...{ method: "DELETE", path: "/api/v3/order", security: "leave", weight: 1 },
    params: [...ONE, "newClientOrderId"],
    run: cancel,
  },
  {
    ...{ method: "GET", path: "/api/v3/openOrders", security: "read", weight: 6 },
    params: ["symbol"],
    run: openOrders,
  },
  {
    ...{ method: "DELETE", path: "/api/v3/openOrders", security: "leave", weight: 1 },
    params: ["symbol"],
    run: cancelOpen,
  },
  {
    ...{ method: "GET", path: "/api/v3/allOrders", security: "read", weight: 20 },
    params: ["symbol", "orderId", "startTime", "endTime", "limit"],
    run: allOrders,
  },
];

const TYPES = ["LIMIT", "LIMIT_MAKER", "MARKET", "STOP_LOSS_LIMIT"] as const;
const TIFS = ["GTC", "IOC", "FOK"] as const;
type Body = Parameters<typeof placeOrder>[1]["body"];

/** Refuses what is missing and what does not belong to the type, as Binance does. */
function bodyOf(params: Params): Body {
  const type = params.must("type", params.oneOf("type", TYPES, -1116));
  const tif = params.oneOf("timeInForce", TIFS, -1115);
  const [price, stop] = [params.decimal("price"), params.decimal("stopPrice")];
  const [amount, sum] = [params.decimal("quantity"), params.decimal("quoteOrderQty")];
  params.oneOf("selfTradePreventionMode", ["EXPIRE_TAKER"]);
  const body = { ...sideOf(params), ...clientOf(params, "newClientOrderId") };
  if (type === "MARKET") {
    params.none("price", "stopPrice", "timeInForce");
    if (amount !== undefined && sum !== undefined) params.none("quoteOrderQty");
    const size = sum === undefined ? { amount: params.must("quantity", amount) } : { quote_amount: sum };
    return { ...body, type: "market", ...size };
  }
  params.none("quoteOrderQty");
  const resting = { ...body, price: params.must("price", price), amount: params.must("quantity", amount) };
  if (type === "LIMIT_MAKER") {
    params.none("timeInForce", "stopPrice");
    return { ...resting, type: "limit", time_in_force: "post_only" };
  }
  const validity = params.must("timeInForce", tif).toLowerCase() as SpotTif;
  if (type === "LIMIT") {
    params.none("stopPrice");
    return { ...resting, type: "limit", time_in_force: validity };
  }
  return { ...resting, type: "stop_limit", time_in_force: validity, stop_price: params.must("stopPrice", stop) };
}

const sideOf = (params: Params) => ({
  market: params.mustSymbol(),
  side: params.must("side", params.oneOf("side", ["BUY", "SELL"], -1117)).toLowerCase() as "buy" | "sell",
});

function clientOf(params: Params, name: string) {
  const given = params.text(name);
  if (given !== undefined && !/^[A-Za-z0-9_.-]{1,36}$/.test(given))
    throw new FacadeError(-1100, `Illegal characters found in parameter '${name}'.`);
  return given === undefined ? {} : { client_id: given };
}

/** As it was accepted, with the number that the database gave it. */
const placed = ({ db, key }: OwnAsked, body: Body): Promise<OrderRow> =>
  placeTogether(db, { userId: key.viewer.userId, body, keyId: key.id });

async function place(asked: OwnAsked): Promise<unknown> {
  const { db, key, params } = asked;
  const body = bodyOf(params);
  const reply = params.oneOf("newOrderRespType", ["ACK", "RESULT", "FULL"]) ?? "FULL";
  const accepted = await placed(asked, body);
  const [row = accepted] = reply === "ACK" ? [] : await settledOrders(db, [accepted.id], isMatched);
  if (row.why === "would_take") throw new FacadeError(-2010, "Order would immediately match and take.");
  if (row.why === "market_closed") throw new FacadeError(-1013, "Market is closed.");
  return db.read(async (tx) => {
    const market = await getMarket(tx, body.market);
    const page = { orderId: row.id, fromId: 0n, from: undefined, to: undefined, limit: 1000 };
    const fills =
      row.filled_lots === 0n ? [] : await ownTradesOf(tx, { userId: key.viewer.userId, market: body.market, ...page });
    const { fills: shown, ...all } = placedShape(market, row, fills);
    if (reply !== "ACK") return reply === "FULL" ? { ...all, fills: shown } : all;
    const { symbol, orderId, orderListId, clientOrderId, transactTime } = all;
    return { symbol, orderId, orderListId, clientOrderId, transactTime };
  });
}

/** Places it in a transaction that is then taken back. */
async function test({ db, key, params }: OwnAsked): Promise<unknown> {
  const body = bodyOf(params);
  const undone = new Error("only tested");
  await db
    .tx(async (tx) => {
      await placeOrder(tx, { userId: key.viewer.userId, body, keyId: key.id });
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return {};
}

async function placeList(asked: OwnAsked): Promise<unknown> {
  const { db, params } = asked;
  params.oneOf("stopLimitTimeInForce", ["GTC"], -1115);
  params.oneOf("newOrderRespType", ["ACK", "RESULT", "FULL"]);
  params.oneOf("selfTradePreventionMode", ["EXPIRE_TAKER"]);
  const body: Body = {
    ...sideOf(params),
    ...clientOf(params, "listClientOrderId"),
    type: "oco",
    price: params.must("price", params.decimal("price")),
    stop_price: params.must("stopPrice", params.decimal("stopPrice")),
    stop_limit_price: params.must("stopLimitPrice", params.decimal("stopLimitPrice")),
    amount: params.must("quantity", params.decimal("quantity")),
  };
  const accepted = await placed(asked, body);
  const [row = accepted] = await settledOrders(db, [accepted.id], isMatched);
  if (row.why === "would_take")
    throw new FacadeError(-2010, "The relationship of the prices for the orders is not correct.");
  return db.read(async (tx) => listShape(await getMarket(tx, body.market), row));
}

/** By its number, or by the name that the client gave it. */
async function wanted(tx: ReadTx, { key, params }: OwnAsked) {
  const symbol = params.mustSymbol();
  const number = params.whole("orderId");
  const clientId = params.text("origClientOrderId");
  if (number === undefined && clientId === undefined)
    throw new FacadeError(-1102, "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!");
  const of = { userId: key.viewer.userId, market: symbol };
  const row =
    number === undefined
      ? await orderByClient(tx, { ...of, clientId: clientId ?? "" })
      : await orderByNumber(tx, { ...of, id: idOf(number) });
  if (!row) return undefined;
  const legs = legsOf(row);
  const leg = legs[(number ?? 0) % 2] ?? legs[0] ?? "whole";
  return { market: await getMarket(tx, symbol), row, leg };
}

function look(asked: OwnAsked): Promise<unknown> {
  return asked.db.read(async (tx) => {
    const found = await wanted(tx, asked);
    if (!found) throw unknownOrder();
    return orderShape(found.market, found.row, found.leg);
  });
}

async function cancel(asked: OwnAsked): Promise<unknown> {
  const { db, key, params } = asked;
  const { client_id: clientId } = clientOf(params, "newClientOrderId");
  const found = await db.read((tx) => wanted(tx, asked));
  if (!found || isEnded(found.row)) throw notCancelled();
  await db.tx((tx) => cancelOrder(tx, { userId: key.viewer.userId, hash: found.row.hash }));
  const [row = found.row] = await settledOrders(db, [found.row.id], isEnded);
  // It traded before the request was read.
  if (isEnded(row) && row.status !== "cancelled") throw notCancelled();
  if (found.leg !== "whole") return listShape(found.market, row);
  return shownCancelled(found.market, row, clientId);
}

function shownCancelled(market: MarketRow, row: OrderRow, clientId?: string) {
  const shown = cancelledShape(market, row, {
    ...{ leg: "whole", atMs: (row.ended_at ?? row.at).getTime() },
    ...(clientId === undefined ? {} : { clientId }),
  });
  return isEnded(row) ? shown : { ...shown, status: "PENDING_CANCEL" };
}

async function cancelOpen({ db, key, params }: OwnAsked): Promise<unknown> {
  const symbol = params.mustSymbol();
  const userId = key.viewer.userId;
  const open = await db.tx(async (tx) => {
    const rows = await openOrdersOf(tx, userId, symbol);
    if (rows.length > 0) await cancelAllOrders(tx, { userId, market: symbol });
    return rows;
  });
  if (open.length === 0) throw notCancelled();
  const ids = open.map(({ id }) => id);
  const rows = await settledOrders(db, ids, isEnded);
  const market = await db.read((tx) => getMarket(tx, symbol));
  return rows
    .filter(({ status }) => status !== "filled")
    .map((row) => (row.type === "oco" ? listShape(market, row) : shownCancelled(market, row)));
}

function openOrders({ db, key, params }: OwnAsked): Promise<unknown> {
  const symbol = params.symbol();
  return db.read(async (tx) => shownOrders(await listMarkets(tx), await openOrdersOf(tx, key.viewer.userId, symbol)));
}

function allOrders({ db, key, params }: OwnAsked): Promise<unknown> {
  const symbol: SpotSymbol = params.mustSymbol();
  const number = params.whole("orderId");
  const page = {
    ...{ fromId: number === undefined ? undefined : idOf(number), limit: params.limit(500, 1000) },
    ...{ from: params.time("startTime"), to: params.time("endTime") },
  };
  const of = { userId: key.viewer.userId, market: symbol };
  return db.read(async (tx) => shownOrders(await listMarkets(tx), await allOrdersOf(tx, { ...of, ...page })));
}

function shownOrders(markets: readonly MarketRow[], rows: readonly OrderRow[]) {
  return rows.flatMap((row) => {
    const market = markets.find(({ symbol }) => symbol === row.market);
    if (!market) throw new Refusal("request.internal");
    return legsOf(row).map((leg) => orderShape(market, row, leg));
  });
}
