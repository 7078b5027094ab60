// Guards: a program trades by signed calls of Binance's API within its key's markets, value and addresses, and by nothing else.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createSpotKey, endApiKey, listApiKeys } from "#contract/people/api-keys.ts";
import { cancelAllSpotOrders } from "#contract/products/spot/spot.ts";
import { balanceOf, checkInvariants } from "../../../money/ledger/index.ts";
import { aPerson, testApp, type TestPerson } from "../../../testing/index.ts";
import { asProgram, aSpotKey, type ProgramKey } from "../../../testing/market/facade.ts";
import { aSpotTrader, matchSpot, openSpotMarkets, order } from "../../../testing/market/spot.ts";
import { SPOT_CHECKS } from "../invariants.ts";
import { placeOrder } from "../orders/place-orders.ts";

const app = await testApp();
const { db, dbs, owner } = app;
let maker: TestPerson;
let trader: TestPerson;
let key: ProgramKey;
before(async () => {
  await openSpotMarkets(app);
  [maker, trader] = [await aSpotTrader(app), await aSpotTrader(app)];
  await owner.query("update spot_sessions set ended_at = opened_at where user_id = $1", [trader.id]);
  key = await aSpotKey(trader);
});

const LIMIT = { symbol: "BTCUSDT", type: "LIMIT", timeInForce: "GTC" } as const;
const post = (params: Record<string, string>, by = key) =>
  asProgram(app, by, "/api/v3/order", params, { method: "POST" });
const get = (path: string, params: Record<string, string> = {}, by: ProgramKey | undefined = key) =>
  asProgram(app, by, path, params);
const remove = (path: string, params: Record<string, string>) =>
  asProgram(app, key, path, params, { method: "DELETE" });
const code = async (answer: ReturnType<typeof asProgram>) => (await answer).body.code;
async function leaveAll(): Promise<void> {
  for (const { client } of [maker, trader]) await client.call(cancelAllSpotOrders, { body: {} });
  await matchSpot(app);
}

test("a program places, fills, lists and cancels orders by signed calls", async () => {
  await order(app, maker, { type: "limit", side: "sell", price: "100000", amount: "0.003" });
  const bought = await post({
    ...LIMIT,
    side: "BUY",
    quantity: "0.00500000",
    price: "100000.00",
    newClientOrderId: "x-1",
  });
  assert.equal(bought.status, 200, JSON.stringify(bought.body));
  const { status, executedQty, cummulativeQuoteQty, clientOrderId, fills, orderId } = bought.body;
  assert.deepEqual(
    [status, executedQty, cummulativeQuoteQty, clientOrderId],
    ["PARTIALLY_FILLED", "0.003", "300", "x-1"],
  );
  assert.deepEqual(
    fills.map(({ price, qty, commission, commissionAsset }: Record<string, string>) => [
      price,
      qty,
      commission,
      commissionAsset,
    ]),
    [["100000", "0.003", "0.000006", "BTC"]],
  );
  assert.equal(bought.headers["x-mbx-order-count-10s"], "1");
  const { body: open } = await get("/api/v3/openOrders", { symbol: "BTCUSDT" });
  assert.deepEqual(
    open.map((one: { orderId: number }) => one.orderId),
    [orderId],
  );
  const { body: account } = await get("/api/v3/account", { omitZeroBalances: "true" });
  assert.equal(account.balances.find(({ asset }: { asset: string }) => asset === "USDT").locked, "200");
  const { body: trades } = await get("/api/v3/myTrades", { symbol: "BTCUSDT", orderId: String(orderId) });
  assert.deepEqual([trades.length, trades[0].isBuyer, trades[0].isMaker], [1, true, false]);
  const cancelled = await remove("/api/v3/order", { symbol: "BTCUSDT", origClientOrderId: "x-1" });
  assert.deepEqual([cancelled.body.status, cancelled.body.origClientOrderId], ["CANCELED", "x-1"]);
  assert.equal(await code(remove("/api/v3/order", { symbol: "BTCUSDT", orderId: String(orderId) })), -2011);
  const { body: found } = await get("/api/v3/order", { symbol: "BTCUSDT", orderId: String(orderId) });
  assert.deepEqual([found.status, found.isWorking], ["CANCELED", true]);
  assert.equal(await code(get("/api/v3/order", { symbol: "BTCUSDT", orderId: "998" })), -2013);
  assert.equal((await get("/api/v3/allOrders", { symbol: "BTCUSDT", limit: "1" })).body[0].orderId, orderId);

  await order(app, maker, { type: "limit", side: "sell", price: "100000", amount: "0.003" });
  const spent = await post({ symbol: "BTCUSDT", side: "BUY", type: "MARKET", quoteOrderQty: "100" });
  assert.deepEqual(
    [spent.body.status, spent.body.executedQty, spent.body.origQuoteOrderQty],
    ["FILLED", "0.001", "100"],
  );
  assert.equal(
    await code(post({ symbol: "BTCUSDT", side: "BUY", type: "LIMIT_MAKER", quantity: "0.001", price: "100000" })),
    -2010,
  );
  const stop = await post({
    ...LIMIT,
    type: "STOP_LOSS_LIMIT",
    side: "SELL",
    quantity: "0.001",
    price: "98000",
    stopPrice: "99000",
  });
  assert.deepEqual([stop.body.status, stop.body.type, stop.body.stopPrice], ["NEW", "STOP_LOSS_LIMIT", "99000"]);
  assert.deepEqual(
    (
      await asProgram(
        app,
        key,
        "/api/v3/order/test",
        { ...LIMIT, side: "SELL", quantity: "0.001", price: "101000" },
        { method: "POST" },
      )
    ).body,
    {},
  );
  const { body: all } = await remove("/api/v3/openOrders", { symbol: "BTCUSDT" });
  assert.deepEqual(
    all.map((one: { status: string }) => one.status),
    ["CANCELED"],
  );
  assert.equal(await code(remove("/api/v3/openOrders", { symbol: "BTCUSDT" })), -2011);
  await leaveAll();
  assert.equal(await db.read((tx) => balanceOf(tx, `user:${trader.id}:BTC:spot`)), 0n);
  assert.deepEqual(await db.tx((tx) => checkInvariants(tx, SPOT_CHECKS)), []);
});

test("an order with two prices is a list of two, and either number cancels both", async () => {
  const params = {
    symbol: "BTCUSDT",
    side: "SELL",
    quantity: "0.002",
    price: "101000",
    stopPrice: "99000",
    stopLimitPrice: "98500",
  };
  const { body: list } = await asProgram(app, key, "/api/v3/order/oco", params, { method: "POST" });
  assert.deepEqual(
    list.orderReports.map((one: Record<string, string>) => [one.type, one.price, one.stopPrice, one.status]),
    [
      ["LIMIT_MAKER", "101000", undefined, "NEW"],
      ["STOP_LOSS_LIMIT", "98500", "99000", "NEW"],
    ],
  );
  const { body: open } = await get("/api/v3/openOrders");
  assert.equal(open.length, 2);
  // A trade at the stop price ends the limit.
  await order(app, await aSpotTrader(app), { type: "limit", side: "buy", price: "99000", amount: "0.001" });
  await order(app, maker, { type: "limit", side: "sell", price: "99000", amount: "0.001" });
  const [limit, stop] = await Promise.all(
    list.orders.map(
      async ({ orderId }: { orderId: number }) =>
        (await get("/api/v3/order", { symbol: "BTCUSDT", orderId: String(orderId) })).body,
    ),
  );
  assert.deepEqual(
    [limit.status, limit.price, stop.status, stop.price, stop.isWorking],
    ["EXPIRED", "101000", "NEW", "98500", true],
  );
  const { body: ended } = await remove("/api/v3/order", { symbol: "BTCUSDT", orderId: String(stop.orderId) });
  assert.deepEqual([ended.contingencyType, ended.listOrderStatus], ["OCO", "ALL_DONE"]);
  const wrong = { ...params, price: "98000" };
  assert.equal(await code(asProgram(app, key, "/api/v3/order/oco", wrong, { method: "POST" })), -2010);
  await leaveAll();
});

test("markets are read without a key, as Binance writes them", async () => {
  await order(app, maker, { type: "limit", side: "buy", price: "99900", amount: "0.002" });
  await order(app, maker, { type: "limit", side: "sell", price: "100100", amount: "0.001" });
  await order(app, await aSpotTrader(app), { type: "limit", side: "sell", price: "99900", amount: "0.001" });
  const read = async (path: string, params: Record<string, string> = {}) =>
    (await asProgram(app, undefined, path, params)).body;
  assert.deepEqual(await read("/api/v3/ping"), {});
  const info = await read("/api/v3/exchangeInfo", { symbols: '["BTCUSDT"]' });
  assert.deepEqual(
    [info.symbols.length, info.symbols[0].status, info.symbols[0].baseAssetPrecision],
    [1, "TRADING", 8],
  );
  assert.deepEqual((await read("/api/v3/depth", { symbol: "BTCUSDT" })).bids, [["99900", "0.001"]]);
  const trades = await read("/api/v3/trades", { symbol: "BTCUSDT", limit: "2" });
  assert.deepEqual([trades.at(-1).price, trades.at(-1).isBuyerMaker], ["99900", true]);
  const paged = await read("/api/v3/aggTrades", { symbol: "BTCUSDT", fromId: String(trades[0].id), limit: "1" });
  assert.equal(paged[0].a, trades[0].id);
  const candle = (await read("/api/v3/klines", { symbol: "BTCUSDT", interval: "1d" })).at(-1);
  const [day] = await read("/api/v3/ticker/24hr", { symbols: '["BTCUSDT"]' });
  assert.deepEqual([candle[4], candle[5], candle[8]], [day.lastPrice, day.volume, day.count]);
  assert.equal(day.lastId, trades.at(-1).id);
  assert.equal((await read("/api/v3/ticker/price")).length, 3);
  assert.deepEqual((await read("/api/v3/ticker/bookTicker", { symbol: "BTCUSDT" })).askPrice, "100100");
  for (const [params, expected] of [
    [{ symbol: "BTC-USDT" }, -1121],
    [{}, -1102],
    [{ symbol: "BTCUSDT", limit: "x" }, -1100],
    [{ symbol: "BTCUSDT", depth: "5" }, -1104],
    [{ symbol: "" }, -1105],
  ] as const)
    assert.equal((await read("/api/v3/depth", params as never)).code, expected);
  assert.equal((await read("/api/v3/klines", { symbol: "BTCUSDT", interval: "7m" })).code, -1120);
  assert.equal((await asProgram(app, undefined, "/api/v3/depth?symbol=BTCUSDT&symbol=ETHUSDT")).body.code, -1101);
  await leaveAll();
});

test("a call that is not signed by the key, in its time and from its place, does nothing", async () => {
  const send = (sent: Parameters<typeof asProgram>[4], by = key) =>
    asProgram(
      app,
      by,
      "/api/v3/order",
      { ...LIMIT, side: "SELL", quantity: "0.001", price: "101000" },
      { method: "POST", ...sent },
    );
  const now = await db.read(async (tx) => tx.now.getTime());
  const answers: [Promise<unknown>, number, number][] = [
    [send({ query: (right) => right.replace("0.001", "0.002") }), 400, -1022],
    [send({ query: (right) => right.replace(/&signature=.*/, "") }), 400, -1102],
    [send({ query: (right) => right.replace(/.$/, "z") }), 400, -1022],
    [send({}, { ...key, secret: "another" }), 400, -1022],
    [send({ timestamp: now - 20_000 }), 400, -1021],
    [send({ timestamp: now + 20_000 }), 400, -1021],
    [send({ ip: "203.0.113.8" }), 401, -2015],
    [send({}, { ...key, id: "NeverWasThere1" }), 401, -2015],
    [send({}, { ...key, id: "x" }), 401, -2014],
  ];
  for (const [sent, status, wanted] of answers) {
    const { status: answered, body } = (await sent) as Awaited<ReturnType<typeof asProgram>>;
    assert.deepEqual([answered, body.code], [status, wanted], body.msg);
  }
  const reads = await aPerson(app);
  assert.equal((await get("/api/v3/account", {}, { id: "A".repeat(20), secret: key.secret })).status, 401);
  const { rows } = await owner.query("select count(*)::int as n from spot_orders where user_id = any($1)", [
    [reads.id],
  ]);
  assert.equal(rows[0].n, 0);
  assert.deepEqual((await get("/api/v3/openOrders")).body, []);
});

test("a key trades within its markets and its value of the day, for its owner only, until it ends", async () => {
  const small = await aSpotKey(trader, { day_usd: 1000, markets: ["BTC-USDT"] });
  const sell = (quantity: string, symbol = "BTCUSDT") =>
    post({ ...LIMIT, symbol, side: "SELL", price: symbol === "BTCUSDT" ? "101000" : "4000", quantity }, small);
  assert.equal(await code(sell("0.01")), -2010);
  assert.equal(await code(sell("0.5", "ETHUSDT")), -2010);
  assert.equal((await sell("0.005")).body.status, "NEW");
  assert.equal(await code(sell("0.005")), -2010, "the second would be more than the value of a day");
  const { data: keys } = await trader.client.call(listApiKeys);
  assert.deepEqual(keys.find(({ id }) => id === small.id)?.spot, {
    markets: ["BTC-USDT"],
    dayUsd: "1000",
    usedUsd: "505",
  });
  await app.moveClock(86_400_000);
  await openSpotMarkets(app);
  assert.equal((await sell("0.005")).body.status, "NEW", "each day has its own value");

  // As a web process that was taken over would try: the key of another user.
  const body = { market: "BTC-USDT", type: "limit", side: "sell", price: "101000", amount: "0.001" } as const;
  const { rows } = await owner.query("select id from api_keys where public_id = $1", [key.id]);
  await assert.rejects(
    dbs.web.tx((tx) => placeOrder(tx, { userId: maker.id, keyId: BigInt(rows[0].id), body })),
    (error: { code?: string }) => error.code === "api_key.wrong",
  );
  await trader.client.call(endApiKey, { params: { id: small.id } });
  assert.equal((await sell("0.001")).status, 401);
  assert.equal((await remove("/api/v3/openOrders", { symbol: "BTCUSDT" })).status, 200);
  await leaveAll();
});

test("an order that is refused is refused as Binance does", async () => {
  const sell = { ...LIMIT, side: "SELL", quantity: "0.001", price: "101000" };
  const without = (name: keyof typeof sell) => Object.fromEntries(Object.entries(sell).filter(([one]) => one !== name));
  for (const [params, expected, says] of [
    [without("timeInForce"), -1102, /timeInForce/],
    [{ ...sell, type: "TAKE_PROFIT" }, -1116, /orderType/],
    [{ ...sell, side: "HOLD" }, -1117, /side/],
    [{ ...sell, timeInForce: "GTX" }, -1115, /timeInForce/],
    [{ ...sell, stopPrice: "1" }, -1106, /stopPrice/],
    [{ ...sell, icebergQty: "1" }, -1104, /icebergQty/],
    [{ ...sell, price: "-1" }, -1100, /price/],
    [{ ...sell, price: "101000.05" }, -1013, /PRICE_FILTER/],
    [{ ...sell, price: "200000" }, -1013, /PERCENT_PRICE/],
    [{ ...sell, quantity: "0.000001" }, -1013, /LOT_SIZE/],
    [{ ...sell, quantity: "0.00001" }, -1013, /NOTIONAL/],
    [{ ...sell, newClientOrderId: "a b" }, -1100, /newClientOrderId/],
  ] as const) {
    const { body } = await post(params as never);
    assert.equal(body.code, expected, JSON.stringify([params, body]));
    assert.match(body.msg, says);
  }
  const poor = await aPerson(app);
  await owner.query("update users set granted_level = 4 where id = $1", [poor.id]);
  const theirs = await aSpotKey(poor);
  assert.match((await post(sell, theirs)).body.msg, /insufficient balance/);
  const { rows } = await owner.query("select used_usd_cents::int as used from api_keys where public_id = $1", [
    theirs.id,
  ]);
  assert.equal(rows[0].used, 0, "what was not placed does not count");
  const wrong = await trader.client.call(createSpotKey, {
    body: { name: "Bot", markets: ["BTC-USDT"], day_usd: 1000, networks: ["everywhere"], days: 30 },
  });
  assert.equal(wrong.code, "api_key.network");
  await owner.query(
    "insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since) values ($1, 'frozen', 'test', 'SPOT-2', market_now() + interval '1 day', market_now())",
    [trader.id],
  );
  assert.match((await post(sell)).body.msg, /disabled/);
  await owner.query("delete from user_restrictions where user_id = $1", [trader.id]);
});
