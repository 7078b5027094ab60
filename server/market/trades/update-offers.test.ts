// Guards: an offer's cap holds what is open or was released, each once; only what could be answered counts as missed.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as calls from "#contract/trades.ts";
import { aMarket, aPerson, freshRates, giveLevel, start, type TestMarket, testApp } from "../../testing/index.ts";

const app = await testApp({ config: { demo: true } });

async function offerOf({ offer }: TestMarket): Promise<{ used: bigint; missed: number }> {
  await app.deliverEvents();
  const { rows } = await app.owner.query<{ used: string; missed: number }>(
    "select cap_used_units as used, cardinality(missed_at) as missed from offers where hash = $1",
    [offer],
  );
  return { used: BigInt(rows[0]?.used ?? -1), missed: rows[0]?.missed ?? -1 };
}

test("the sum of a trade that ends goes back into the cap once, whatever else is told of it", async () => {
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
  await start(market, { by: "seller" });
  await app.moveClock(61 * 60_000);
  await app.runJob("expire-trades");
  assert.equal((await offerOf(market)).missed, 1);
});

/** Two missed, one served, one missed: nothing of them is told yet. */
async function missedAroundServed(market: TestMarket): Promise<void> {
  const { buyer, seller } = market;
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

test("what was missed, served and missed again counts as it happened, in whatever order it is told", async () => {
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

test("three missed in a row that are told at once pause the offer", async () => {
  const market = await aMarket(app);
  for (let trade = 0; trade < 3; trade++) await start(market);
  await app.moveClock(61 * 60_000);
  await app.runJob("expire-trades");
  assert.equal((await offerOf(market)).missed, 3);
  const { rows } = await app.owner.query("select hold from offers where hash = $1", [market.offer]);
  assert.deepEqual(rows, [{ hold: "penalty" }]);
});
