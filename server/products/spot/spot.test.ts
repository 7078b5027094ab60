// Guards: what orders hold, trade, pay and give back, to the unit; who may place them; and that the database refuses what a
// market process must not write.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  cancelAllSpotOrders,
  cancelSpotOrder,
  amendSpotOrder,
  endSpotSession,
  getSpotBook,
  getSpotSession,
  listSpotCandles,
  listSpotFills,
  listSpotMarkets,
  listSpotOrders,
  listSpotTrades,
  openSpotSession,
  placeSpotOrder,
} from "#contract/products/spot/spot.ts";
import { balanceOf } from "../../money/ledger/index.ts";
import { aPerson, giveCoins, giveLevel, testApp, type TestPerson } from "../../testing/index.ts";
import { aSpotTrader, matchSpot, openSpotMarkets, order } from "../../testing/market/spot.ts";
import { checkInvariants } from "../../money/ledger/index.ts";
import { SPOT_CHECKS } from "./invariants.ts";
import { matchNext, openMatching } from "./matching/match-market.ts";
import { settle, steerMarket } from "./matching/match-rows.ts";

const app = await testApp();
const { db, dbs, owner } = app;
let maker: TestPerson;
let taker: TestPerson;
before(async () => {
  await openSpotMarkets(app);
  [maker, taker] = [await aSpotTrader(app), await aSpotTrader(app)];
});

const LIMIT = { type: "limit", side: "sell", price: "100000", amount: "0.01" } as const;
const broken = () => db.tx((tx) => checkInvariants(tx, SPOT_CHECKS));
const balance = (name: string) => db.read((tx) => balanceOf(tx, name));
const ordersOf = async ({ client }: TestPerson, state: "open" | "ended" = "ended") =>
  (await client.call(listSpotOrders, { query: { state } })).data.orders;
/** As the market process does each second. */
async function steer(): Promise<void> {
  await dbs.market.tx((tx) => steerMarket(tx, "BTC-USDT", tx.now));
  await matchSpot(app);
}
async function leaveAll(): Promise<void> {
  for (const { client } of [maker, taker]) await client.call(cancelAllSpotOrders, { body: {} });
  await matchSpot(app);
}

test("a trade moves exactly its value and fees, at the resting price, and gives back what a better price left", async () => {
  const before = await Promise.all([
    balance(`user:${maker.id}:USDT:available`),
    balance(`user:${taker.id}:BTC:available`),
    balance("house:USDT:fees_spot"),
    balance("house:BTC:fees_spot"),
  ]);
  await order(app, maker, LIMIT);
  await order(app, taker, { type: "limit", side: "buy", price: "100500", amount: "0.004" });
  const after = await Promise.all([
    balance(`user:${maker.id}:USDT:available`),
    balance(`user:${taker.id}:BTC:available`),
    balance("house:USDT:fees_spot"),
    balance("house:BTC:fees_spot"),
  ]);
  // 400 dollars less 10 hundredths of a percent to the maker; 0.004 bitcoin less 20 to the taker.
  assert.deepEqual(
    after.map((units, place) => units - (before[place] ?? 0n)),
    [399_600_000n, 399_200n, 400_000n, 800n],
  );
  assert.equal(await balance(`user:${taker.id}:USDT:spot`), 0n, "the taker holds nothing of the better price");
  assert.equal(await balance(`user:${maker.id}:BTC:spot`), 600_000n);
  const [bought] = await ordersOf(taker);
  assert.deepEqual(
    [bought?.status, bought?.why, bought?.averagePrice, bought?.fee],
    ["filled", "filled", "100000", "0.000008"],
  );
  const [fill] = (await taker.client.call(listSpotFills, {})).data;
  assert.deepEqual([fill?.role, fill?.price, fill?.amount, fill?.value], ["taker", "100000", "0.004", "400"]);
  const { data: book } = await app.client().call(getSpotBook, { params: { market: "BTC-USDT" } });
  assert.deepEqual([book.bids, book.asks], [[], [{ price: "100000", amount: "0.006" }]]);
  const [trade] = (await app.client().call(listSpotTrades, { params: { market: "BTC-USDT" } })).data;
  assert.deepEqual([trade?.n, trade?.side, trade?.byRobot], ["1", "buy", false]);
  const candle = (await app.client().call(listSpotCandles, { params: { market: "BTC-USDT" } })).data.at(-1);
  assert.deepEqual([candle?.close, candle?.volume, candle?.lastTrade], ["100000", "0.004", "1"]);
  const [market] = (await app.client().call(listSpotMarkets, {})).data;
  assert.deepEqual([market?.figures.last, market?.figures.quoteVolume, market?.status], ["100000", "400", "trading"]);
  await leaveAll();
  assert.equal(await balance(`user:${maker.id}:BTC:spot`), 0n);
  assert.deepEqual(await broken(), []);
});

test("a market order spends a sum, never more, and what the book cannot give comes back with a reason", async () => {
  await order(app, maker, { ...LIMIT, price: "100010", amount: "0.001" });
  await order(app, maker, { ...LIMIT, price: "100020", amount: "0.001" });
  await order(app, taker, { type: "market", side: "buy", quote_amount: "150" });
  const [some] = await ordersOf(taker);
  assert.deepEqual([some?.status, some?.filled, some?.quoteAmount], ["filled", "0.00149", "150"]);
  await order(app, taker, { type: "market", side: "buy", amount: "0.01" });
  const [rest] = await ordersOf(taker);
  assert.deepEqual([rest?.status, rest?.why, rest?.filled], ["expired", "not_filled", "0.00051"]);
  await order(app, taker, { type: "limit", side: "buy", price: "99000", amount: "0.001" });
  await order(app, taker, { type: "market", side: "sell", quote_amount: "50" });
  const [self] = await ordersOf(taker);
  assert.deepEqual([self?.why, self?.filled], ["self_trade", "0"]);
  await leaveAll();
  assert.equal(await balance(`user:${taker.id}:USDT:spot`), 0n);
  assert.deepEqual(await broken(), []);
});

test("a stop waits for its price, an amended order keeps its place, and a cancelled one its fills", async () => {
  await order(app, taker, { type: "stop_limit", side: "sell", stop_price: "99000", price: "98000", amount: "0.002" });
  const first = await order(app, maker, { type: "limit", side: "buy", price: "99000", amount: "0.005" });
  const other = await aSpotTrader(app);
  await order(app, other, { type: "limit", side: "buy", price: "99000", amount: "0.005" });
  assert.equal((await ordersOf(taker, "open"))[0]?.status, "waiting");
  const amended = await maker.client.call(amendSpotOrder, { params: { id: first.id }, body: { amount: "0.003" } });
  assert.equal(amended.code, "");
  await matchSpot(app);
  assert.equal(
    (await maker.client.call(amendSpotOrder, { params: { id: first.id }, body: { amount: "0.004" } })).code,
    "spot.amend_lower",
  );
  // It trades with the first, whose price sets off the stop, which trades with the first again and then with the other.
  await order(app, taker, { type: "limit", side: "sell", price: "99000", amount: "0.002", time_in_force: "ioc" });
  const stop = (await ordersOf(taker)).find(({ type }) => type === "stop_limit");
  assert.deepEqual([stop?.status, stop?.filled], ["filled", "0.002"]);
  assert.equal((await ordersOf(maker))[0]?.filled, "0.003");
  const [left] = await ordersOf(other, "open");
  assert.deepEqual([left?.filled, left?.held], ["0.001", "396"]);
  await other.client.call(cancelSpotOrder, { params: { id: left?.id ?? "" } });
  assert.equal((await taker.client.call(cancelSpotOrder, { params: { id: left?.id ?? "" } })).status, 404);
  await matchSpot(app);
  assert.equal((await other.client.call(cancelSpotOrder, { params: { id: left?.id ?? "" } })).code, "spot.order_ended");
  assert.deepEqual([(await ordersOf(other))[0]?.why, (await ordersOf(other))[0]?.filled], ["asked", "0.001"]);
  assert.deepEqual(await broken(), []);
});

test("an order with two prices trades at one of them: its limit ends its stop, and its stop its limit", async () => {
  const two = { type: "oco", side: "buy", price: "98000", stop_price: "101000", stop_limit_price: "102000" } as const;
  const first = await order(app, taker, { ...two, amount: "0.01" });
  assert.deepEqual([first.price, first.stopLimitPrice, first.held], ["98000", "102000", "1020"]);
  // The limit is met in part: what its stop would have needed comes back, and a higher price sets nothing off.
  await order(app, maker, { type: "limit", side: "sell", price: "98000", amount: "0.004" });
  assert.equal((await ordersOf(taker, "open"))[0]?.held, "588");
  const other = await aSpotTrader(app);
  await order(app, other, { ...two, amount: "0.01" });
  const rest = await order(app, maker, { ...LIMIT, price: "101000", amount: "0.001" });
  await order(app, maker, { ...LIMIT, price: "101500", amount: "0.004" });
  await order(app, await aSpotTrader(app), { type: "limit", side: "buy", price: "101000", amount: "0.001" });
  assert.equal((await ordersOf(maker)).find(({ id }) => id === rest.id)?.status, "filled");
  const [kept] = await ordersOf(taker, "open");
  assert.deepEqual([kept?.wasSetOff, kept?.filled, kept?.price], [false, "0.004", "98000"]);
  // Of the other one the stop was set off: it took what there was, and rests at the price after the stop.
  const [switched] = await ordersOf(other, "open");
  assert.deepEqual(
    [switched?.wasSetOff, switched?.filled, switched?.price, switched?.stopLimitPrice, switched?.held],
    [true, "0.004", "98000", "102000", "612"],
  );
  const { data: book } = await app.client().call(getSpotBook, { params: { market: "BTC-USDT" } });
  assert.deepEqual(
    book.bids.map(({ price }) => price),
    ["102000", "98000"],
  );
  // Its limit only rests.
  await order(app, taker, {
    type: "oco",
    side: "sell",
    price: "102000",
    stop_price: "97000",
    stop_limit_price: "96000",
    amount: "0.001",
  });
  assert.equal((await ordersOf(taker))[0]?.why, "would_take");
  const wrong = await taker.client.call(placeSpotOrder, {
    body: { market: "BTC-USDT", ...two, price: "101500", amount: "0.01" },
  });
  assert.equal(wrong.code, "spot.oco_prices");
  await other.client.call(cancelAllSpotOrders, { body: {} });
  await leaveAll();
  for (const { id } of [taker, other]) assert.equal(await balance(`user:${id}:USDT:spot`), 0n);
  assert.deepEqual(await broken(), []);
});

test("all or nothing, and only resting: each end has its reason", async () => {
  await order(app, maker, LIMIT);
  for (const [tif, why] of [
    ["fok", "not_all"],
    ["post_only", "would_take"],
  ] as const) {
    await order(app, taker, { type: "limit", side: "buy", price: "100000", amount: "0.02", time_in_force: tif });
    assert.equal((await ordersOf(taker))[0]?.why, why);
  }
  await leaveAll();
  assert.deepEqual(await broken(), []);
});

test("an order is refused with the reason, and holds nothing", async () => {
  const stranger = await aPerson(app);
  await giveLevel(app, stranger.id, 4);
  await db.tx((tx) => giveCoins(tx, stranger.id, "USDT", 20_000_000n));
  const refusal = async (body: object, { client } = taker) =>
    (await client.call(placeSpotOrder, { body: { market: "BTC-USDT", ...LIMIT, ...body } as never })).code;
  assert.equal(await refusal({ side: "buy", amount: "0.0001" }, stranger), "spot.no_session");
  await stranger.client.call(openSpotSession, { body: { hours: 1, day_usd: 1000, markets: ["ETH-USDT"] } });
  assert.equal(await refusal({ side: "buy", amount: "0.0001" }, stranger), "spot.session_market");
  await stranger.client.call(openSpotSession, { body: { hours: 1, day_usd: 1000, markets: ["ETH-USDT", "BTC-USDT"] } });
  const { data: session } = await stranger.client.call(getSpotSession, {});
  assert.deepEqual(session?.markets, ["BTC-USDT", "ETH-USDT"]);
  assert.equal(await refusal({ side: "buy", amount: "0.02" }, stranger), "spot.session_limit");
  assert.equal(await refusal({ side: "buy", amount: "0.005" }, stranger), "ledger.insufficient_balance");
  assert.equal(await refusal({ side: "buy", amount: "0.0001" }, stranger), "", "what was refused does not count");
  const { rows: kept } = await owner.query("delete from rates where crypto = 'USDT' and fiat = 'USD' returning *");
  assert.equal(await refusal({ side: "buy", amount: "0.0001" }, stranger), "spot.no_rate");
  await owner.query("insert into rates select * from jsonb_populate_recordset(null::rates, $1)", [
    JSON.stringify(kept),
  ]);
  await stranger.client.call(endSpotSession, {});
  assert.equal(await refusal({ side: "buy", amount: "0.0001" }, stranger), "spot.no_session");
  assert.equal(await refusal({ price: "120001" }), "spot.price_far");
  assert.equal(await refusal({ price: "100000.05" }), "spot.price_step");
  assert.equal(await refusal({ amount: "0.000001" }), "spot.amount_step");
  assert.equal(await refusal({ amount: "0.00001" }), "spot.too_small");
  assert.equal(await refusal({ type: "market" }), "spot.order_shape");
  assert.equal(await refusal({ client_id: "one", price: "101000" }), "");
  assert.equal(await refusal({ client_id: "one", price: "101000" }), "spot.same_client_id");
  await owner.query("update spot_markets set max_orders = 1");
  assert.equal(await refusal({}), "spot.too_many_orders");
  await owner.query("update spot_markets set max_orders = 200");
  await owner.query("insert into halts (name, reason, since) values ('spot', 'test', market_now())");
  assert.equal(await refusal({}), "ledger.halted");
  await owner.query("delete from halts");
  await stranger.client.call(cancelAllSpotOrders, { body: {} });
  await leaveAll();
  for (const person of [stranger, taker]) assert.equal(await balance(`user:${person.id}:USDT:spot`), 0n);
});

test("orders of a person who is frozen are cancelled, and stale rates leave only cancelling", async () => {
  const frozen = await aSpotTrader(app);
  await order(app, frozen, { ...LIMIT, price: "101000" });
  await owner.query(
    "insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since) values ($1, 'frozen', 'test', 'SPOT-1', market_now() + interval '1 day', market_now())",
    [frozen.id],
  );
  // A restriction that was lifted again before its event came cancels nothing.
  for (const { id } of [frozen, taker])
    await db.tx(async (tx) =>
      tx.emit({ type: "account.restricted", subject: String(id), payload: { detail: "frozen" } }),
    );
  await app.deliverEvents();
  assert.deepEqual((await owner.query("select id from events where fault is not null")).rows, []);
  await matchSpot(app);
  assert.equal(await balance(`user:${frozen.id}:BTC:spot`), 0n);
  await owner.query("update rates set stale_at = market_now() - interval '1 second' where crypto = 'BTC'");
  await steer();
  const refused = await taker.client.call(placeSpotOrder, { body: { market: "BTC-USDT", ...LIMIT } });
  assert.equal(refused.code, "spot.market_closed");
  await owner.query("update rates set stale_at = market_now() + interval '1 day' where crypto = 'BTC'");
  await steer();
});

test("the same commands settle once, also by a process that died before it learned that they were settled", async () => {
  await taker.client.call(placeSpotOrder, { body: { market: "BTC-USDT", ...LIMIT } });
  const matching = await openMatching(dbs.market, "BTC-USDT");
  const fromSeq = matching.appliedSeq + 1n;
  assert.equal(await matchNext(dbs.market, matching), "settled");
  const again = { market: "BTC-USDT", epoch: matching.epoch, fromSeq, toSeq: matching.appliedSeq };
  const done = { fills: [], orders: [], prevented: [], next_rank: 1 };
  assert.equal(await dbs.market.tx((tx) => settle(tx, { ...again, done }, tx.now)), "moved");
  await leaveAll();
});

test("two processes: the second takes the market over, and the first can write nothing", async () => {
  const first = await openMatching(dbs.market, "BTC-USDT");
  await taker.client.call(placeSpotOrder, { body: { market: "BTC-USDT", ...LIMIT } });
  await maker.client.call(placeSpotOrder, { body: { market: "BTC-USDT", ...LIMIT, side: "buy", amount: "0.004" } });
  const second = await openMatching(dbs.market, "BTC-USDT");
  assert.equal(await matchNext(dbs.market, second), "settled");
  await assert.rejects(matchNext(dbs.market, first), /another process|nothing/);
  const { rows } = await owner.query(
    "select count(*)::int as count from spot_fills where maker_id = (select max(maker_id) from spot_fills)",
  );
  assert.equal(rows[0].count, 1);
  await leaveAll();
  assert.deepEqual(await broken(), []);
});
