// Guards: a trade counts for its two sides and for nobody else; the history is read page by page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cancelTrade, listTrades } from "#contract/market/trades/trade/trades.ts";
import { aMarket, aPerson, start, testApp } from "../../testing/index.ts";
import { sumsOf } from "./start/limit-rows.ts";

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
  const counted = new Map(used.map((row) => [row.user_id, [row.open_trades, row.open_cents]]));
  assert.deepEqual(counted.get(one.buyer.id), [1, 10_000n]);
  assert.deepEqual(counted.get(one.seller.id), [1, 10_000n]);
  assert.deepEqual(counted.get(two.seller.id), [1, 20_000n]);
  assert.equal(counted.get(stranger.id), undefined);
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

  // From a trade on, whatever number the page has; nothing about trades of others is given.
  const after = await market.buyer.client.call(listTrades, { query: { page: "7", before: first.hashes[3] ?? "" } });
  assert.deepEqual(
    after.data.map(({ tradeHash }) => tradeHash),
    [...first.hashes, ...second.hashes].slice(4),
  );
  assert.equal(after.meta.total, 12);
  const stranger = await aMarket(app);
  const others = (await start(stranger)).data.tradeHash;
  const unknown = await market.buyer.client.call(listTrades, { query: { before: others } });
  assert.deepEqual(
    unknown.data.map(({ tradeHash }) => tradeHash),
    first.hashes,
  );
});

test("the history counts what its filters show: over or open, as buyer or seller, with whom and by which method", async () => {
  const market = await aMarket(app);
  const { rows: names } = await app.owner.query("select id, username from users where id = any($1)", [
    [market.buyer.id, market.seller.id],
  ]);
  const nameOf = (id: bigint): string => names.find((row) => row.id === String(id)).username;
  const [open, cancelled] = [(await start(market)).data.tradeHash, (await start(market)).data.tradeHash];
  await market.buyer.client.call(cancelTrade, { params: { id: cancelled } });
  const asked = async (query: Record<string, string>, who = market.buyer) => {
    const { data, meta } = await who.client.call(listTrades, { query });
    assert.equal(data.length, meta.total, JSON.stringify(query));
    return data.map(({ tradeHash }) => tradeHash);
  };
  assert.deepEqual(await asked({}), [cancelled, open]);
  assert.deepEqual(await asked({ status: "active" }), [open]);
  assert.deepEqual(await asked({ status: "cancelled" }), [cancelled]);
  assert.deepEqual(await asked({ status: "successful" }), []);
  assert.deepEqual(await asked({ role: "buyer" }), [cancelled, open]);
  assert.deepEqual(await asked({ role: "buyer" }, market.seller), []);
  assert.deepEqual(await asked({ role: "seller", status: "cancelled" }, market.seller), [cancelled]);
  assert.deepEqual(await asked({ crypto_currency_code: "ETH" }), []);
  assert.deepEqual(await asked({ crypto_currency_code: "BTC", status: "active" }), [open]);
  assert.deepEqual(await asked({ partner: nameOf(market.seller.id) }), [cancelled, open]);
  assert.deepEqual(await asked({ partner: nameOf(market.buyer.id) }), []);
  assert.deepEqual(await asked({ partner: "nobody-here" }), []);
  assert.deepEqual(await asked({ payment_method: "no-such-method" }), []);
});
