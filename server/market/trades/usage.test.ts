// Guards: a trade counts for its two sides and for nobody else; the history is read page by page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listTrades } from "#contract/trades.ts";
import { aMarket, aPerson, start, testApp } from "../../testing/index.ts";
import { sumsOf } from "./limit-rows.ts";

const app = await testApp({ config: { demo: true } });

test("an open trade uses the limits of its buyer and of its seller, once each, and nobody else's", async () => {
  const one = await aMarket(app);
  const two = await aMarket(app);
  await start(one, { fiat: "100" });
  await start(two, { fiat: "200" });
  const stranger = await aPerson(app);
  const used = await app.db.read((tx) =>
    sumsOf(tx, [one.buyer.id, one.seller.id, two.buyer.id, two.seller.id, stranger.id]),
  );
  const told = new Map(used.map((row) => [row.user_id, [row.open_trades, row.open_cents]]));
  assert.deepEqual(told.get(one.buyer.id), [1, 10_000n]);
  assert.deepEqual(told.get(one.seller.id), [1, 10_000n]);
  assert.deepEqual(told.get(two.seller.id), [1, 20_000n]);
  assert.equal(told.get(stranger.id), undefined);
  const alone = await app.db.read((tx) => sumsOf(tx, [one.seller.id]));
  assert.deepEqual(
    alone.map((row) => [row.user_id, row.open_trades, row.day_cents, row.lifetime_cents]),
    [[one.seller.id, 1, 10_000n, 10_000n]],
  );
});

test("a long history comes in pages of ten, each trade on one of them", async () => {
  const market = await aMarket(app);
  const hash = (await start(market)).data.tradeHash;
  await app.owner.query(
    `insert into trades overriding system value
     select copy.*
     from trades kept,
       lateral generate_series(1, 11) as number,
       lateral jsonb_populate_record(kept, jsonb_build_object(
         'id', kept.id - number * 1000, 'hash', 'copy' || lpad(number::text, 10, '0'),
         'receipt_uuid', gen_random_uuid(), 'started_at', kept.started_at - number * interval '1 hour')) as copy
     where kept.hash = $1`,
    [hash],
  );
  const page = async (number: number) => {
    const { data, meta } = await market.buyer.client.call(listTrades, { query: { page: String(number) } });
    return { hashes: data.map(({ tradeHash }) => tradeHash), meta };
  };
  const [first, second, third] = [await page(1), await page(2), await page(3)];
  assert.deepEqual([first.hashes.length, second.hashes.length, third.hashes.length], [10, 2, 0]);
  assert.equal(new Set([...first.hashes, ...second.hashes]).size, 12);
  assert.equal(first.hashes[0], hash, "the newest first");
  assert.deepEqual([first.meta.total, first.meta.lastPage, first.meta.perPage], [12, 2, 10]);
});
