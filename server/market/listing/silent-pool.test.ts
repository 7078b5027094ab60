// Guards: an offer of the silent pool is found there by those who are admitted, and by nobody in a list, a search, a profile or a map of
// the site; what is only unlisted is not in the pool.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as own from "#contract/market/offers/my/offers.ts";
import { countOfferFacets, getOffer, listOffers, listUserOffers } from "#contract/market/offers/offers.ts";
import { listPoolOffers } from "#contract/market/offers/silent-pool.ts";
import { startTrade } from "#contract/market/trades/trade/trades.ts";
import { aNamedUser, restrict } from "../../testing/people/restrictions.ts";
import { aMarket, aPerson, freshRates, giveLevel, offerBody, priceNow, testApp } from "../../testing/index.ts";

const app = await testApp();
before(() => freshRates(app));

const POOLED = { payment_method: "skrill", range_min: "1000", range_max: "5000", in_silent_pool: true } as const;

async function anOwner() {
  const { seller } = await aMarket(app);
  const { rows } = await app.owner.query("select username from users where id = $1", [seller.id]);
  return { ...seller, username: rows[0].username as string };
}

async function aReader(level = 4) {
  const reader = await aNamedUser(app);
  await giveLevel(app, reader.id, level);
  return reader;
}

const poolOf = async ({ client }: Pick<Awaited<ReturnType<typeof aReader>>, "client">, query = {}) =>
  client.call(listPoolOffers, { query: { type: "sell", currency: "USD", limit: "50", ...query } });

test("an admitted reader finds it in the pool and starts an ordinary trade; every other list is as before", async () => {
  const { client, username } = await anOwner();
  const reader = await aReader(2);
  const lists = async () => {
    const seen = [];
    for (const one of [app.client(), reader.client]) {
      const listed = await one.call(listOffers, { query: { type: "sell", limit: "50" } });
      const facets = await one.call(countOfferFacets, { query: { type: "sell", currency: "USD" } });
      const profile = await one.call(listUserOffers, { params: { username }, query: { tab: "sell" } });
      seen.push([listed.data.map(({ hash }) => hash), listed.meta.total, facets.data, profile.meta]);
    }
    return seen;
  };
  const before = await lists();
  const made = await client.call(own.createOffer, { body: offerBody(POOLED) });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const { idHashed: hash } = made.data;
  assert.deepEqual([made.data.hold, made.data.category], ["silent", "silent-pool"]);
  assert.deepEqual(await lists(), before);
  const found = await poolOf(reader);
  assert.deepEqual([found.data.map((one) => one.hash), found.meta.total], [[hash], 1]);
  assert.equal((await poolOf(reader, { currency: "EUR" })).meta.total, 0);
  assert.equal((await poolOf(reader, { type: "buy" })).data.length, 0);
  await giveLevel(app, reader.id, 4);
  const expected_price = await app.db.read((tx) => priceNow(tx, hash));
  const body = { fiat_amount: "1000", expected_price };
  const started = await reader.client.call(startTrade, { params: { id: hash }, body });
  assert.equal(started.code, "", JSON.stringify(started.body));
});

test("the pool is closed to visitors, to readers without a verified identity, to restricted ones and to staff", async () => {
  assert.equal((await app.client().call(listPoolOffers, { query: {} })).status, 401);
  assert.equal((await poolOf(await aReader(1))).status, 403);
  const moderator = await aNamedUser(app, "moderator");
  assert.equal((await poolOf(moderator)).code, "auth.staff_account");
  const restricted = await aReader();
  await restrict(moderator, restricted, "restricted");
  assert.equal((await poolOf(restricted)).code, "auth.restricted");
});

test("what is only unlisted is not in the pool, nor what is paused, deleted or held, nor offers of those who blocked the reader", async () => {
  const owner = await anOwner();
  const reader = await aReader();
  const { idHashed: unlisted } = (
    await owner.client.call(own.createOffer, { body: offerBody({ payment_method: "neteller", is_silent: true }) })
  ).data;
  const made = await owner.client.call(own.createOffer, { body: offerBody(POOLED) });
  const { idHashed: hash } = made.data;
  const has = async (one: string) => (await poolOf(reader)).data.some((card) => card.hash === one);
  assert.deepEqual([await has(unlisted), await has(hash)], [false, true]);
  const set = (new_status: "active" | "inactive") =>
    owner.client.call(own.setOfferStatus, { params: { hash }, body: { new_status } });
  await set("inactive");
  assert.equal(await has(hash), false);
  await set("active");
  assert.equal(await has(hash), true);
  const block = (is_blocked: boolean) =>
    app.owner.query(
      `insert into user_relations (user_id, other_id, is_blocked, changed_at) values ($1, $2, $3, market_now())
       on conflict (user_id, other_id) do update set is_blocked = excluded.is_blocked`,
      [owner.id, reader.id, is_blocked],
    );
  await block(true);
  assert.equal(await has(hash), false);
  await block(false);
  await app.owner.query("update offers set hold = 'moderation' where hash = $1", [hash]);
  assert.equal(await has(hash), false);
  await owner.client.call(own.deleteOffer, { params: { id: hash } });
  assert.equal(await has(hash), false);
});

test("it takes the least amount of the pool, when it is made and when its amounts change, and leaves by its form", async () => {
  const { client } = await anOwner();
  const make = async (changes: Parameters<typeof offerBody>[0]) =>
    client.call(own.createOffer, { body: offerBody({ ...POOLED, ...changes }) });
  assert.equal((await make({ range_min: "999.99" })).code, "offer.pool_too_small");
  const { range_min: _, range_max: __, ...choice } = POOLED;
  const few = offerBody({ ...choice, predefined_amount: ["500", "2000"] });
  assert.equal((await client.call(own.createOffer, { body: few })).code, "offer.pool_too_small");
  const { idHashed: hash } = (await make({})).data;
  const amounts = (range_min: string) =>
    client.call(own.setOfferAmount, { params: { hash }, body: { range_min, range_max: "5000" } });
  assert.equal((await amounts("500")).code, "offer.pool_too_small");
  assert.equal((await amounts("2000")).status, 200);
  const body = offerBody({ ...POOLED, in_silent_pool: false, is_silent: false, range_min: "50" });
  const saved = await client.call(own.updateOffer, { params: { id: hash }, body });
  assert.deepEqual([saved.data.hold, saved.data.category], [null, null]);
  assert.equal(
    (await poolOf(await aReader())).data.some((one) => one.hash === hash),
    false,
  );
  const seen = await (await aPerson(app)).client.call(getOffer, { params: { id: hash } });
  assert.equal(seen.status, 200);
});
