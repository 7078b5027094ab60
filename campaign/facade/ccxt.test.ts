// Guards: ccxt's class for Binance, as it is published, loads the markets, reads the book, places, fills, lists and cancels orders
// here, and watches them over a socket, with nothing changed but the addresses.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import ccxt from "ccxt";
import { balanceOf } from "../../server/money/ledger/index.ts";
import { testApp, type TestPerson } from "../../server/testing/index.ts";
import { aSpotKey } from "../../server/testing/market/facade.ts";
import { aSpotTrader, matchSpot, openSpotMarkets, order } from "../../server/testing/market/spot.ts";

const app = await testApp();
let bot: InstanceType<typeof ccxt.pro.binance>;
let maker: TestPerson;
let trader: TestPerson;

before(async () => {
  await openSpotMarkets(app);
  [maker, trader] = [await aSpotTrader(app), await aSpotTrader(app)];
  const { id, secret } = await aSpotKey(trader, { networks: ["127.0.0.1"], day_usd: 100_000 });
  const origin = await app.app.fastify.listen({ port: 0, host: "127.0.0.1" });
  bot = new ccxt.pro.binance({
    apiKey: id,
    secret,
    options: {
      defaultType: "spot",
      fetchMarkets: { types: ["spot"] },
      // These are calls of Binance's other APIs.
      ...{ fetchCurrencies: false, fetchMargins: false },
      adjustForTimeDifference: true,
    },
  });
  // The market's clock of the tests is ahead: the difference is one of the things that the bot has to read.
  for (const name of ["public", "private"] as const)
    (bot.urls.api as Record<string, string>)[name] = `${origin}/api/v3`;
  const { ws } = bot.urls.api as unknown as { ws: { "ws-api": Record<string, string> } };
  ws["ws-api"].spot = `${origin.replace("http", "ws")}/ws-api/v3`;
  await bot.loadHttpProxyAgent();
  // Binance bounds what an account has; here a key has a bound of its own, which is not what this is about.
  await app.owner.query("update api_keys set day_usd_cents = 10000000000");
});

/** The market process, for as long as the work takes. */
async function matched(work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const matching = (async () => {
    for (; !isOver; await pause(5)) await matchSpot(app);
  })();
  await work().finally(() => (isOver = true));
  await matching;
}

after(() => bot.close());

test("an unmodified ccxt trades here", () => matched(trade));
test("an unmodified ccxt watches its orders and balances", () => matched(watch));

async function watch(): Promise<void> {
  const watched = bot.watchOrders("BTC/USDT");
  const balances = bot.watchBalance();
  // The stream tells what happens after it is open.
  await pause(1000);
  const placed = await bot.createOrder("BTC/USDT", "limit", "buy", 0.001, 95000);
  const [order] = await watched;
  assert.deepEqual([order?.id, order?.status, order?.price], [placed.id, "open", 95000]);
  assert.equal((await balances).USDT?.used, 95);
  const ended = bot.watchOrders("BTC/USDT");
  await bot.cancelOrder(placed.id ?? "", "BTC/USDT");
  assert.equal((await ended).at(-1)?.status, "canceled");
}

async function trade(): Promise<void> {
  const markets = await bot.loadMarkets();
  assert.deepEqual(Object.keys(markets).sort(), ["BTC/USDT", "ETH/BTC", "ETH/USDT"]);
  const { limits, precision, active } = markets["BTC/USDT"] ?? {};
  assert.deepEqual([limits?.cost?.min, precision?.price, precision?.amount, active], [5, 0.1, 0.00001, true]);

  await order(app, maker, { type: "limit", side: "sell", price: "100000", amount: "0.003" });
  await order(app, maker, { type: "limit", side: "buy", price: "99000", amount: "0.002" });
  const book = await bot.fetchOrderBook("BTC/USDT");
  assert.deepEqual(
    [book.bids[0]?.slice(0, 2), book.asks[0]?.slice(0, 2)],
    [
      [99000, 0.002],
      [100000, 0.003],
    ],
  );

  const bought = await bot.createOrder("BTC/USDT", "limit", "buy", 0.005, 100000);
  assert.deepEqual([bought.status, bought.filled, bought.average, bought.remaining], ["open", 0.003, 100000, 0.002]);
  const [open] = await bot.fetchOpenOrders("BTC/USDT");
  assert.equal(open?.id, bought.id);
  const balance = await bot.fetchBalance();
  assert.equal(balance.USDT?.used, 200);
  const cancelled = await bot.cancelOrder(bought.id ?? "", "BTC/USDT");
  assert.equal(cancelled.status, "canceled");
  assert.equal((await bot.fetchOrder(bought.id ?? "", "BTC/USDT")).status, "canceled");

  const sold = await bot.createOrder("BTC/USDT", "market", "sell", 0.001);
  assert.deepEqual([sold.status, sold.cost], ["closed", 99]);
  const stop = await bot.createOrder("BTC/USDT", "limit", "sell", 0.001, 98000, { stopLossPrice: 98500 });
  assert.deepEqual([stop.status, stop.triggerPrice], ["open", 98500]);
  const [all] = [await bot.cancelAllOrders("BTC/USDT")];
  assert.equal(all.length, 1);
  await assert.rejects(bot.cancelOrder(stop.id ?? "", "BTC/USDT"), ccxt.OrderNotFound);
  await assert.rejects(bot.createOrder("BTC/USDT", "limit", "buy", 50, 100000), ccxt.InsufficientFunds);
  await assert.rejects(bot.createOrder("BTC/USDT", "limit", "buy", 0.001, 300000), ccxt.BadRequest);

  const trades = await bot.fetchMyTrades("BTC/USDT");
  assert.deepEqual(
    trades.map(({ side, amount, price, takerOrMaker }) => [side, amount, price, takerOrMaker]),
    [
      ["buy", 0.003, 100000, "taker"],
      ["sell", 0.001, 99000, "taker"],
    ],
  );
  assert.equal((await bot.fetchTrades("BTC/USDT")).length, 2);
  assert.equal((await bot.fetchOHLCV("BTC/USDT", "1m")).at(-1)?.[4], 99000);
  assert.equal((await bot.fetchTicker("BTC/USDT")).last, 99000);
  assert.equal(Object.keys(await bot.fetchTickers()).length, 3);
  assert.equal((await bot.fetchOrders("BTC/USDT")).length, 3);
  const two = {
    symbol: "BTCUSDT",
    side: "SELL",
    quantity: "0.001",
    price: "101000",
    stopPrice: "98000",
    stopLimitPrice: "97900",
  };
  const list = await (
    bot as unknown as { privatePostOrderOco(params: object): Promise<{ orders: unknown[] }> }
  ).privatePostOrderOco(two);
  assert.equal(list.orders.length, 2);
  await bot.cancelAllOrders("BTC/USDT");
  for (const code of ["BTC", "USDT"])
    assert.equal(await app.db.read((tx) => balanceOf(tx, `user:${trader.id}:${code}:spot`)), 0n);
  const thief = new ccxt.binance({ apiKey: bot.apiKey, secret: "guessed", options: bot.options });
  thief.urls = bot.urls;
  await assert.rejects(thief.fetchBalance(), ccxt.AuthenticationError);
}
