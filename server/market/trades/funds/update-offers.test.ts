// Guards: an offer's cap holds what is open or was released, each once; only what could be answered counts as missed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listMyOffers, resetOfferPenalty } from "#contract/market/offers/my/offers.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import {
  aMarket,
  aPerson,
  freshRates,
  giveHistory,
  giveLevel,
  start,
  type TestMarket,
  testApp,
} from "../../../testing/index.ts";

const app = await testApp({ config: { demo: true } });

async function offerOf({ offer }: TestMarket): Promise<{ used: bigint; missed: number }> {
  await app.deliverEvents();
  const { rows } = await app.owner.query<{ used: string; missed: number }>(
    "select cap_used_units as used, cardinality(missed_at) as missed from offers where hash = $1",
    [offer],
  );
  return { used: BigInt(rows[0]?.used ?? -1), missed: rows[0]?.missed ?? -1 };
}

test("the sum of a trade that ends goes back into the cap once, whatever other events are delivered", async () => {
  const market = await aMarket(app, { offer_cap: { amount: "700", active: true } });
  const { buyer, seller } = market;
  await start(market, { fiat: "200" });
  const params = { id: (await start(market)).data.tradeHash };
  assert.equal((await offerOf(market)).used, 30_000n);
  await buyer.client.call(calls.revealPaymentDetails, { params });
  await buyer.client.call(calls.markTradePaid, { params });
  await buyer.client.call(calls.cancelTrade, { params });
  assert.equal((await offerOf(market)).used, 20_000n);
  await buyer.client.call(calls.reopenTrade, { params });
  assert.equal((await offerOf(market)).used, 20_000n, "asking to go on moves nothing");
  await seller.client.call(calls.reopenTrade, { params });
  assert.equal((await offerOf(market)).used, 30_000n, "what goes on is taken again");
  await seller.client.call(calls.releaseTrade, { params });
  assert.equal((await offerOf(market)).used, 30_000n, "what was released stays used");
});

test("a trade that its taker never funded is not held against the offer's owner", async () => {
  const market = await aMarket(app, { offer_type: "buy" });
  const poor = await aPerson(app);
  await giveLevel(app, poor.id, 4);
  const started = await start({ ...market, seller: poor }, { by: "seller" });
  assert.equal(started.data.status, "not_funded");
  await app.moveClock(31 * 60_000);
  await app.runJob("expire-trades");
  assert.equal((await offerOf(market)).missed, 0);
  await freshRates(app);
  await giveHistory(app, [market.seller.id]);
  await start(market, { by: "seller" });
  await app.moveClock(61 * 60_000);
  await app.runJob("expire-trades");
  assert.equal((await offerOf(market)).missed, 1);
});

/** Two missed, one served, one missed: none of their events is delivered yet. */
async function missedAroundServed(market: TestMarket): Promise<void> {
  const { buyer, seller } = market;
  await giveHistory(app, [buyer.id]);
  const expire = async () => {
    await app.moveClock(61 * 60_000);
    await app.runJob("expire-trades");
    await freshRates(app);
  };
  await start(market);
  await start(market);
  await expire();
  const served = { id: (await start(market)).data.tradeHash };
  await buyer.client.call(calls.revealPaymentDetails, { params: served });
  await buyer.client.call(calls.markTradePaid, { params: served });
  await seller.client.call(calls.releaseTrade, { params: served });
  await start(market);
  await expire();
}

test("what was missed, served and missed again counts as it happened, in whatever order it is delivered", async () => {
  const holdBack = (which: string) =>
    app.owner.query(
      `update events set attempts = 1, retry_at = clock_timestamp() + interval '1 hour'
       where dispatched_at is null and ${which}`,
    );
  const first =
    "type = 'trade.expire' and at < (select min(at) from events where type = 'trade.release' and dispatched_at is null)";
  for (const late of ["false", "type = 'trade.release'", first]) {
    const market = await aMarket(app, { offer_cap: { amount: "2000", active: true } });
    await missedAroundServed(market);
    await holdBack(late);
    await offerOf(market);
    await app.owner.query("update events set attempts = 0, retry_at = null where dispatched_at is null");
    const { used, missed } = await offerOf(market);
    assert.equal(missed, 1, `two before what was served count no more (late: ${late})`);
    assert.equal(used, 10_000n, "what expired went back, what was released stays used");
  }
});

/** A user whose trades count against an owner who is away. */
async function aTaker({ history = true }: { history?: boolean } = {}) {
  const taker = await aPerson(app);
  await giveLevel(app, taker.id, 4);
  if (history) await giveHistory(app, [taker.id]);
  return taker;
}

/** Each takes the offer once, and nobody answers. */
async function letExpire(market: TestMarket, takers: readonly TestMarket["buyer"][]) {
  await freshRates(app);
  for (const buyer of takers) assert.equal((await start({ ...market, buyer })).code, "");
  await app.moveClock(61 * 60_000);
  await app.runJob("expire-trades");
  const { missed } = await offerOf(market);
  const { rows } = await app.owner.query("select hold from offers where hash = $1", [market.offer]);
  return [missed, rows[0]?.hold];
}

test("three missed in a row that are delivered at once pause the offer, and its owner sees which they were", async () => {
  const market = await aMarket(app);
  assert.deepEqual(await letExpire(market, [await aTaker(), await aTaker(), await aTaker()]), [3, "penalty"]);
  const { data } = await market.seller.client.call(listMyOffers, { query: { type: "sell" } });
  const { rows } = await app.owner.query("select hash from trades where offer_hash = $1 order by ended_at, hash", [
    market.offer,
  ]);
  assert.deepEqual(
    data.offers[0]?.penalty?.trades.map(({ tradeHash }) => tradeHash).toSorted(),
    rows.map(({ hash }) => hash).toSorted(),
  );
  await market.seller.client.call(resetOfferPenalty, { params: { hash: market.offer } });
  assert.deepEqual(await letExpire(market, [await aTaker()]), [1, null], "those of before count no more");
});

test("trades of strangers without a history do not pause an offer, however many", async () => {
  const market = await aMarket(app);
  const strangers = await Promise.all([1, 2, 3, 4].map(() => aTaker({ history: false })));
  assert.deepEqual(await letExpire(market, strangers), [0, null]);
  const young = await aTaker();
  await app.owner.query("update users set created_at = market_now() - interval '29 days' where id = $1", [young.id]);
  assert.deepEqual(await letExpire(market, [young]), [0, null]);
});

test("one taker counts once, as do people of one network or browser, and the owner's own household does not", async () => {
  const market = await aMarket(app);
  const [one, near, sharing, own] = [await aTaker(), await aTaker(), await aTaker(), await aTaker()];
  assert.deepEqual(await letExpire(market, [one, one, one]), [1, null]);
  await app.owner.query("update sessions set ip = '203.0.113.9' where user_id = any ($1)", [[one.id, near.id]]);
  await app.owner.query(
    `insert into known_devices (user_id, device_hash, seen_at)
     values ($1, '\\x01', market_now()), ($2, '\\x01', market_now()), ($3, '\\x02', market_now()), ($4, '\\x02', market_now())`,
    [near.id, sharing.id, own.id, market.seller.id],
  );
  assert.deepEqual(await letExpire(market, [near, own]), [1, null]);
  assert.deepEqual(await letExpire(market, [sharing]), [2, null], "near shares a browser, and one does not");
});

test("fewer missed trades than a tenth of a month's do not pause an offer", async () => {
  const market = await aMarket(app);
  const takers = [await aTaker(), await aTaker(), await aTaker(), await aTaker()];
  await app.owner.query(
    `insert into user_reputation (user_id, month_trades) values ($1, 40)
     on conflict (user_id) do update set month_trades = 40`,
    [market.seller.id],
  );
  // What workers count anew would take the forty away.
  await app.owner.query(
    `insert into reputation_slots (user_id, slot, begins_at, trades, successful)
     select $1, (extract(epoch from begins_at)::bigint / 14400 % 1024)::smallint, begins_at, 36, 36
     from (select date_bin('4 hours', market_now() - interval '2 days', '2000-01-01 00:00+00') as begins_at) as slot`,
    [market.seller.id],
  );
  assert.deepEqual(await letExpire(market, takers.slice(0, 3)), [3, null]);
  assert.deepEqual(await letExpire(market, takers.slice(3)), [4, "penalty"]);
});
