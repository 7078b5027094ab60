// Guards: a program gets what becomes of its owner's orders and balances, each once and in order, and nothing more once its key,
// its listen key or its address no longer opens the stream.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { endApiKey } from "#contract/people/api-keys.ts";
import { amendSpotOrder, cancelAllSpotOrders } from "#contract/products/spot/spot.ts";
import { testApp, type TestPerson } from "../../../../testing/index.ts";
import { asProgram, aSpotKey, type ProgramKey } from "../../../../testing/market/facade.ts";
import { aSpotTrader, matchSpot, openSpotMarkets, order } from "../../../../testing/market/spot.ts";

const app = await testApp();
const HOME = "127.0.0.1";
let maker: TestPerson;
let trader: TestPerson;
let key: ProgramKey;
let origin = "";
before(async () => {
  await openSpotMarkets(app);
  [maker, trader] = [await aSpotTrader(app), await aSpotTrader(app)];
  key = await aSpotKey(trader, { networks: [HOME] });
  origin = (await app.app.fastify.listen({ port: 0, host: HOME })).replace("http", "ws");
});
const open: WebSocket[] = [];
after(() => {
  for (const socket of open) socket.terminate();
});

const listenKeys = (method: "POST" | "PUT" | "DELETE", params: Record<string, string> = {}, by = key) =>
  asProgram(app, by, "/api/v3/userDataStream", params, { method, ip: HOME, unsigned: true, inBody: false });

// biome-ignore lint/suspicious/noExplicitAny: events of several shapes, which the tests name
type Event = any;

function listening(path: string) {
  const socket = new WebSocket(`${origin}${path}`);
  open.push(socket);
  const events: Event[] = [];
  socket.on("message", (data) => events.push(JSON.parse(String(data))));
  const closed = new Promise<string>((done) => socket.once("close", (_, reason) => done(String(reason))));
  const opened = new Promise<void>((done) => socket.once("open", () => done()));
  return {
    socket,
    closed,
    opened,
    async next(count: number): Promise<Event[]> {
      const until = performance.now() + 5000;
      while (events.length < count && performance.now() < until) await pause(10);
      assert.ok(events.length >= count, `${events.length} of ${count} events: ${JSON.stringify(events)}`);
      // What should not come has time to.
      await pause(50);
      return events.splice(0);
    },
  };
}

/** A look after the socket is open is the first that tells. */
async function stream(listenKey: string) {
  const here = listening(`/ws/${listenKey}`);
  await here.opened;
  await pause(150);
  return here;
}

const short = (events: Event[]) =>
  events.map(({ e, x, X, o, l, z, L, n, N, m, w }) => (e === "executionReport" ? [x, X, o, l, z, L, n, N, m, w] : [e]));

test("orders are reported as they are placed, traded, lowered and ended, with the balances after", async () => {
  const { body } = await listenKeys("POST");
  assert.match(body.listenKey, /^[0-9a-f]{64}$/);
  assert.equal((await listenKeys("POST")).body.listenKey, body.listenKey, "an API key has one");
  const here = await stream(body.listenKey);
  await order(app, maker, { type: "limit", side: "sell", price: "100000", amount: "0.001" });
  const bought = await order(app, trader, { type: "limit", side: "buy", price: "100000", amount: "0.003" });
  const events = await here.next(3);
  assert.deepEqual(short(events), [
    ["NEW", "NEW", "LIMIT", "0", "0", "0", "0", null, false, true],
    ["TRADE", "PARTIALLY_FILLED", "LIMIT", "0.001", "0.001", "100000", "0.000002", "BTC", false, true],
    ["outboundAccountPosition"],
  ]);
  const [, traded, position] = events;
  const { s, S, q, p, Z, Y, c, t, i } = traded;
  assert.deepEqual([s, S, q, p, Z, Y, c, t], ["BTCUSDT", "BUY", "0.003", "100000", "100", "100", bought.id, 1]);
  assert.equal(i % 2, 0);
  assert.deepEqual(
    position.B.map(({ a, l }: Record<string, string>) => [a, l]),
    [
      ["BTC", "0"],
      ["USDT", "200"],
    ],
  );
  await trader.client.call(amendSpotOrder, { params: { id: bought.id }, body: { amount: "0.002" } });
  await matchSpot(app);
  await order(app, maker, { type: "limit", side: "sell", price: "100000", amount: "0.0005" });
  await trader.client.call(cancelAllSpotOrders, { body: {} });
  await matchSpot(app);
  const more = await here.next(4);
  assert.deepEqual(
    short(more).filter(([x]) => x !== "outboundAccountPosition"),
    [
      ["REPLACED", "PARTIALLY_FILLED", "LIMIT", "0", "0.001", "0", "0", null, false, true],
      ["TRADE", "PARTIALLY_FILLED", "LIMIT", "0.0005", "0.0015", "100000", "0.0000005", "BTC", true, true],
      ["CANCELED", "CANCELED", "LIMIT", "0", "0.0015", "0", "0", null, false, false],
    ],
  );
  here.socket.close();
});

test("an order with two prices is two, a stop is reported when it is set off, and a refused order once", async () => {
  const { listenKey } = (await listenKeys("POST")).body;
  const here = await stream(listenKey);
  const two = {
    side: "sell",
    price: "102000",
    stop_price: "98000",
    stop_limit_price: "97000",
    amount: "0.001",
  } as const;
  await order(app, trader, { type: "oco", ...two });
  assert.deepEqual(short(await here.next(3)), [
    ["NEW", "NEW", "LIMIT_MAKER", "0", "0", "0", "0", null, false, true],
    ["NEW", "NEW", "STOP_LOSS_LIMIT", "0", "0", "0", "0", null, false, false],
    ["outboundAccountPosition"],
  ]);
  const other = await aSpotTrader(app);
  await order(app, maker, { type: "limit", side: "buy", price: "98000", amount: "0.002" });
  await order(app, other, { type: "limit", side: "sell", price: "98000", amount: "0.0005" });
  assert.deepEqual(short(await here.next(4)), [
    ["EXPIRED", "EXPIRED", "LIMIT_MAKER", "0", "0", "0", "0", null, false, false],
    ["NEW", "NEW", "STOP_LOSS_LIMIT", "0", "0", "0", "0", null, false, true],
    ["TRADE", "FILLED", "STOP_LOSS_LIMIT", "0.001", "0.001", "98000", "0.196", "USDT", false, false],
    ["outboundAccountPosition"],
  ]);
  await order(app, trader, {
    type: "limit",
    side: "sell",
    price: "98000",
    amount: "0.0001",
    time_in_force: "post_only",
  });
  assert.deepEqual(short(await here.next(2)), [
    ["REJECTED", "REJECTED", "LIMIT_MAKER", "0", "0", "0", "0", null, false, false],
    ["outboundAccountPosition"],
  ]);
  await maker.client.call(cancelAllSpotOrders, { body: {} });
  await matchSpot(app);
  here.socket.close();
});

test("a signed request over the socket subscribes, and a wrong one is answered as Binance does", async () => {
  const here = listening("/ws-api/v3");
  await here.opened;
  const ask = async (method: string, params: Record<string, string | number>, secret = key.secret) => {
    const all = { ...params, apiKey: key.id, timestamp: await app.db.read(async (tx) => tx.now.getTime()) };
    const text = Object.entries(all)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join("&");
    const signature = createHmac("sha256", secret).update(text).digest("hex");
    here.socket.send(JSON.stringify({ id: "7", method, params: { ...all, signature } }));
    return (await here.next(1))[0];
  };
  const SUBSCRIBE = "userDataStream.subscribe.signature";
  assert.deepEqual((await ask(SUBSCRIBE, {}, "guessed")).error.code, -1022);
  assert.deepEqual((await ask("order.place", {})).status, 404);
  here.socket.send("nonsense");
  assert.equal((await here.next(1))[0].error.code, -1100);
  assert.deepEqual(await ask(SUBSCRIBE, {}), { id: "7", status: 200, result: { subscriptionId: 0 } });
  await order(app, trader, { type: "limit", side: "buy", price: "97000", amount: "0.001" });
  const [first] = await here.next(2);
  assert.deepEqual([first.subscriptionId, first.event.e, first.event.x], [0, "executionReport", "NEW"]);
  here.socket.close();
});

test("a stream ends with its listen key and with its API key, and opens for no other", async () => {
  assert.equal(await listening("/ws/guessed").closed, "This listenKey does not exist.");
  const { listenKey } = (await listenKeys("POST")).body;
  const stranger = await aSpotKey(await aSpotTrader(app), { networks: [HOME] });
  assert.equal((await listenKeys("PUT", { listenKey }, stranger)).body.code, -1125);
  assert.deepEqual((await listenKeys("PUT", { listenKey })).body, {});
  const first = await stream(listenKey);
  assert.equal((await listenKeys("DELETE", { listenKey }, stranger)).body.code, -1125);
  assert.deepEqual((await listenKeys("DELETE", { listenKey })).body, {});
  assert.equal(await first.closed, "the key has ended");
  assert.equal((await first.next(1))[0].e, "listenKeyExpired");
  assert.equal((await listenKeys("DELETE", { listenKey })).body.code, -1125);

  const again = (await listenKeys("POST")).body.listenKey;
  assert.notEqual(again, listenKey);
  const second = await stream(again);
  await trader.client.call(endApiKey, { params: { id: key.id } });
  await order(app, trader, { type: "limit", side: "buy", price: "97000", amount: "0.001" });
  assert.equal(await second.closed, "the key has ended");
  assert.deepEqual(short(await second.next(1)), [["listenKeyExpired"]], "and tells nothing more");
  assert.equal((await listenKeys("POST")).body.code, -2015);
  await app.owner.query("update spot_streams set expires_at = market_now() - interval '1 second'");
  await app.owner.query("select erase_old_spot_streams(10)");
  assert.equal((await app.owner.query("select from spot_streams")).rows.length, 0);
});
