// Guards: statistics are those of the caller's own finished trades, each counted once on the day of its last end, and reading them reads no trade.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cancelTrade } from "#contract/market/trades/trade/trades.ts";
import { getOwnStatistics } from "#contract/people/statistics.ts";
import { seededRandom } from "../../platform/ids.ts";
import { aMarket, aPerson, aTrade, testApp } from "../../testing/index.ts";
import { planOf, rowsRead } from "../../testing/plans.ts";
import { eachSeed } from "../../testing/seeds.ts";
import { daySums } from "./statistic-rows.ts";
import { medianOf } from "./statistics.ts";

const app = await testApp();
const { db, owner } = app;

const RECOUNTED = `
  select side.user_id, period.day::text, side.role, trade.crypto, time_bucket(side.took_sec) as bucket, count(*)::int as trades,
         (count(*) filter (where side.is_successful))::int as successful,
         coalesce(sum(coalesce(trade.buyer_share_units, trade.units)) filter (where side.is_successful), 0)::text as units
  from reputation_trades side
  join trades trade on trade.id = side.trade_id
  cross join lateral (values ((side.at at time zone 'UTC')::date), ('-infinity'::date)) as period (day)
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5`;
const COUNTED = `
  select user_id, day::text, role, crypto, bucket, trades, successful, units::text
  from trade_days
  where trades <> 0
  order by 1, 2, 3, 4, 5`;

const agree = async () => assert.deepEqual((await owner.query(COUNTED)).rows, (await owner.query(RECOUNTED)).rows);

test("each side sees its own times and volume, and a period leaves out what ended before it", async () => {
  const market = await aMarket(app);
  const released = await aTrade(market, "released");
  const cancelled = await aTrade(market, "paid");
  await market.buyer.client.call(cancelTrade, { params: { id: cancelled } });
  const of = async (person: "buyer" | "seller", query = {}) =>
    (await market[person].client.call(getOwnStatistics, { query })).data;
  const [bought, sold] = [await of("buyer"), await of("seller")];
  const { rows } = await owner.query("select units, usd_cents from trades where hash = $1", [released]);
  const [part] = sold.parts;
  assert.deepEqual(
    [sold.period, sold.successful, part?.role, part?.cryptoCurrencyCode],
    ["30_days", 1, "seller", "BTC"],
  );
  assert.equal(Number(sold.volumeUsd), Number(rows[0].usd_cents) / 100);
  assert.equal(Math.round(Number(part?.volume) * 1e8), Number(rows[0].units));
  assert.ok(sold.releaseMedianSec !== null && sold.paymentMedianSec === null);
  assert.ok(bought.paymentMedianSec !== null && bought.releaseMedianSec === null);
  await owner.query("update reputation_trades set at = at - interval '60 days' where user_id = $1 and is_successful", [
    market.seller.id,
  ]);
  assert.deepEqual([(await of("seller")).successful, (await of("seller", { period: "90_days" })).successful], [0, 1]);
  assert.equal((await of("seller", { period: "all" })).successful, 1);
  await agree();
  const nobody = await aPerson(app);
  const { data } = await nobody.client.call(getOwnStatistics, { query: { period: "year" } });
  assert.deepEqual([data.trades, data.successRate, data.volumeUsd, data.parts], [0, null, "0.00", []]);
});

test("corrections in any order leave what counting again gives", async (t) => {
  await eachSeed(t, { suite: "trade-days", fresh: 2 }, async (seed) => {
    const random = seededRandom(String(seed));
    const pick = (most: number) => (random.bytes(1)[0] ?? 0) % most;
    const market = await aMarket(app);
    for (let trade = 0; trade < 3; trade++) await aTrade(market, "released");
    for (let step = 0; step < 20; step++)
      await owner.query(
        `update reputation_trades set is_successful = $2, at = at - $3 * interval '7 hours'
         where trade_id in (select trade_id from reputation_trades where user_id = $1 order by trade_id offset $4 limit 2)`,
        [market.seller.id, pick(2) === 0, pick(5), pick(3)],
      );
    await agree();
  });
});

test("a year of a busy trader reads sums of days and no trade", async () => {
  const { id } = await aPerson(app);
  await owner.query(
    `insert into trade_days (user_id, day, role, crypto, bucket, trades, successful, units, usd_cents)
     select $1, '2016-01-01'::date + number, 'seller', 'BTC', number % 9, 50, 49, 5, 5 from generate_series(1, 3980) as number`,
    [id],
  );
  await owner.query("analyze trade_days");
  for (const [days, most] of [
    [30, 30],
    [365, 365],
    [null, 0],
  ] as const) {
    const plan = await db.read((tx) => planOf(tx, (explaining) => daySums(explaining, id, days)));
    assert.ok(rowsRead(plan, "trade_days") <= most, `${rowsRead(plan, "trade_days")} for ${days}`);
    assert.equal(rowsRead(plan, "trades") + rowsRead(plan, "reputation_trades"), 0);
  }
});

test("the median of buckets is within a few per cent of the times' own", () => {
  const times = Array.from({ length: 1001 }, (_, number) => 30 + number * 7);
  const buckets = times.map((seconds) => ({ bucket: Math.round(Math.log(seconds) * 20), trades: 1 }));
  const found = medianOf(buckets) ?? 0;
  assert.ok(Math.abs(found / 3530 - 1) < 0.03, String(found));
  assert.equal(medianOf([{ bucket: -1, trades: 5 }]), null);
});
