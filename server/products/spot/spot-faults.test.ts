// Guards: whatever the orders are and wherever a market process dies, the log gives the same book, nothing is held in the end,
// and no process can settle what the orders and the log do not say.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import { cancelAllSpotOrders } from "#contract/products/spot/spot.ts";
import { balanceOf, checkInvariants } from "../../money/ledger/index.ts";
import { seededRandom } from "../../platform/ids.ts";
import { testApp, type TestPerson } from "../../testing/index.ts";
import { aSpotTrader, matchSpot, openSpotMarkets } from "../../testing/market/spot.ts";
import { eachSeed } from "../../testing/seeds.ts";
import { SPOT_CHECKS } from "./invariants.ts";
import { matchNext, openMatching } from "./matching/match-market.ts";
import { commandsAfter, progressOf, settle } from "./matching/match-rows.ts";
import { keepSnapshot } from "./matching/snapshot-rows.ts";
import { changeRows, placeRows } from "./orders/order-rows.ts";

const app = await testApp();
const { db, dbs, owner } = app;
const MARKET = "BTC-USDT";
let people: TestPerson[] = [];
before(async () => {
  await openSpotMarkets(app);
  people = await Promise.all(Array.from({ length: 4 }, () => aSpotTrader(app)));
  await owner.query("update spot_sessions set day_usd_cents = 1000000000000");
});

const broken = () => db.tx((tx) => checkInvariants(tx, SPOT_CHECKS));
let placed = 0;

function orderRow(
  person: TestPerson,
  one: { side: "buy" | "sell"; ticks: number; lots: number; tif?: string; stop?: number; oco?: number },
) {
  return {
    user_id: String(person.id),
    key_id: null,
    hash: `spotorder${String(++placed).padStart(8, "0")}`,
    client_id: null,
    market: MARKET,
    side: one.side,
    type: one.oco !== undefined ? "oco" : one.stop === undefined ? "limit" : "stop_limit",
    tif: (one.tif ?? "gtc") as "gtc",
    price_ticks: String(one.ticks),
    stop_ticks: one.stop === undefined ? null : String(one.stop),
    oco_ticks: one.oco === undefined ? null : String(one.oco),
    lots: String(one.lots),
    quote_limit_units: null,
  } as const;
}
const place = (...rows: ReturnType<typeof orderRow>[]) => dbs.web.tx((tx) => placeRows(tx, rows, tx.now));

test("a random market loses and makes nothing, wherever its process dies", async (t) => {
  await eachSeed(t, { suite: "spot-market", fresh: 1 }, async (seed) => {
    const random = seededRandom(String(seed));
    const pick = (most: number) => random.bytes(2).reduce((sum, byte) => sum * 256 + byte, 0) % most;
    const hashes: { hash: string; userId: bigint }[] = [];
    let matching = await openMatching(dbs.market, MARKET);
    for (let round = 0; round < 25; round++) {
      const rows = Array.from({ length: 6 }, () => {
        const person = people[pick(people.length)] as TestPerson;
        const ticks = 1_000_000 + (pick(41) - 20) * 100;
        const tif = ["gtc", "gtc", "gtc", "ioc", "fok", "post_only"][pick(6)] ?? "gtc";
        const stop = pick(6) === 0 ? { stop: 1_000_000 + (pick(41) - 20) * 100, tif: "gtc" } : {};
        const side = pick(2) ? "buy" : "sell";
        if (pick(5) === 0) {
          const away = side === "sell" ? -1 : 1;
          const two = { stop: ticks + away * (100 + pick(8) * 100), oco: ticks + away * (100 + pick(8) * 100) };
          return orderRow(person, { side, ticks, lots: 10 + pick(300), ...two });
        }
        return orderRow(person, { side, ticks, lots: 10 + pick(300), tif, ...stop });
      });
      assert.deepEqual(new Set(await place(...rows)), new Set(["placed"]));
      hashes.push(...rows.map(({ hash, user_id }) => ({ hash, userId: BigInt(user_id) })));
      const changes = Array.from({ length: 3 }, () => hashes[pick(hashes.length)]).flatMap((one) =>
        one ? [{ ...one, lots: pick(2) ? null : BigInt(1 + pick(100)) }] : [],
      );
      await dbs.web.tx((tx) => changeRows(tx, changes, tx.now));
      // It has matched in memory and dies before it settles; or another one takes over.
      if (pick(3) === 0) matching = await openMatching(dbs.market, MARKET);
      else if (pick(4) > 0) while ((await matchNext(dbs.market, matching)) === "settled");
    }
    while ((await matchNext(dbs.market, matching)) === "settled");
    const { epoch, appliedSeq: seq, book } = matching;
    await dbs.market.tx((tx) => keepSnapshot(tx, { market: MARKET, epoch, seq, digest: book.digest() }, tx.now));
    assert.equal((await openMatching(dbs.market, MARKET)).book.digest(), book.digest());
    assert.deepEqual(await broken(), []);
    for (const { client } of people) await client.call(cancelAllSpotOrders, { body: {} });
    await matchSpot(app);
    for (const { id } of people)
      for (const code of CRYPTO_CODES)
        assert.equal(await db.read((tx) => balanceOf(tx, `user:${id}:${code}:spot`)), 0n);
  });
});

type Planted = { readonly as: string; readonly says: RegExp; readonly fill?: object; readonly order?: object };

test("a process that settles wrong fills and wrong ends is refused, each for what is wrong", async () => {
  const [maker, taker, third] = people as [TestPerson, TestPerson, TestPerson];
  await place(orderRow(third, { side: "sell", ticks: 1_002_000, lots: 100 }));
  await third.client.call(cancelAllSpotOrders, { body: {} });
  await place(orderRow(third, { side: "sell", ticks: 1_003_000, lots: 100 }));
  await matchSpot(app);
  await place(
    orderRow(maker, { side: "sell", ticks: 1_000_000, lots: 100 }),
    orderRow(maker, { side: "buy", ticks: 1_000_000, lots: 100 }),
    orderRow(taker, { side: "buy", ticks: 1_001_000, lots: 40 }),
  );
  const { epoch } = await openMatching(dbs.market, MARKET);
  const { applied_seq } = await db.read((tx) => progressOf(tx, MARKET));
  const [makes, own, takes] = await db.read((tx) => commandsAfter(tx, { market: MARKET, seq: applied_seq }, 3));
  assert.ok(makes && own && takes);
  const ended = (
    await owner.query(
      "select id from spot_orders where price_ticks = 1002000 and status = 'cancelled' and user_id = $1 limit 1",
      [third.id],
    )
  ).rows[0].id;
  const far = (await owner.query("select id from spot_orders where price_ticks = 1003000 and ended_at is null")).rows[0]
    .id;
  const seq = Number(takes.seq);
  const fill = {
    seq,
    maker_id: Number(makes.order_id),
    taker_id: Number(takes.order_id),
    taker_side: "buy",
    price_ticks: 1_000_000,
    lots: 40,
  };
  const planted: Planted[] = [
    { as: "a better price for one side", fill: { price_ticks: 999_999 }, says: /another price/ },
    { as: "more than was ordered", fill: { lots: 41 }, says: /too many lots/ },
    { as: "nothing", fill: { lots: 0 }, says: /too many lots/ },
    {
      as: "beyond the limit of the taker",
      fill: { maker_id: Number(far), price_ticks: 1_003_000 },
      says: /beyond the limit/,
    },
    { as: "an order that has ended", fill: { maker_id: Number(ended) }, says: /an ended order/ },
    { as: "an order of nobody", fill: { maker_id: 999_999_999 }, says: /a foreign order/ },
    { as: "oneself", fill: { taker_id: Number(own.order_id) }, says: /one person/ },
    { as: "another side", fill: { taker_side: "sell" }, says: /one side/ },
    { as: "before it was placed", fill: { seq: seq - 2 }, says: /another command/ },
    { as: "after the last command", fill: { seq: seq + 1 }, says: /another command/ },
    {
      as: "an end without a request",
      order: { id: Number(makes.order_id), status: "cancelled", why: "asked" },
      says: /was not cancelled/,
    },
    {
      as: "an end without its fills",
      order: { id: Number(makes.order_id), status: "filled", why: "filled" },
      says: /is not filled/,
    },
    {
      as: "a quantity that nobody asked for",
      order: { id: Number(makes.order_id), lots: 50, status: "open", why: null },
      says: /was not amended/,
    },
    {
      as: "a stop of an order without one",
      order: { id: Number(makes.order_id), was_set_off: true, status: "open", why: null },
      says: /was not set off/,
    },
    {
      as: "more filled than was",
      order: { id: Number(makes.order_id), filled_lots: 99, status: "open", why: null },
      says: /other fills/,
    },
  ];
  const attempt = (done: object, at = { epoch, toSeq: takes.seq }) =>
    dbs.market.tx((tx) => settle(tx, { market: MARKET, fromSeq: applied_seq + 1n, ...at, done }, tx.now));
  for (const { as, says, ...one } of planted) {
    const done = {
      fills: one.fill ? [{ ...fill, ...one.fill }] : [],
      orders: one.order ? [{ lots: 100, filled_lots: 0, rank: 1, ...one.order }] : [],
      prevented: [],
      next_rank: 10,
    };
    await assert.rejects(attempt(done), says, as);
  }
  assert.equal(
    await attempt({ fills: [fill], orders: [], prevented: [], next_rank: 1 }, { epoch: epoch - 1n, toSeq: takes.seq }),
    "other_epoch",
  );
  await assert.rejects(
    attempt({ fills: [], orders: [], prevented: [], next_rank: 1 }, { epoch, toSeq: takes.seq + 9n }),
    /no such commands/,
  );
  for (const login of ["web", "worker", "chain"] as const)
    await assert.rejects(
      dbs[login].tx((tx) =>
        settle(tx, { market: MARKET, epoch, fromSeq: applied_seq + 1n, toSeq: takes.seq, done: {} }, tx.now),
      ),
      /permission denied/,
    );
  await matchSpot(app);
  assert.deepEqual(await broken(), []);
});
