// Guards: a silent offer is in no list; a user with its link sees it and may take it. Every other kind of offer is a category.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as own from "#contract/market/offers/my/offers.ts";
import { countOfferFacets, getOffer, listOffers, listUserOffers } from "#contract/market/offers/offers.ts";
import { startTrade } from "#contract/market/trades/trade/trades.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { aMarket, freshRates, giveBond, giveLevel, offerBody, priceNow, testApp } from "../../testing/index.ts";

const app = await testApp();
before(() => freshRates(app));

async function anOwner() {
  const { seller } = await aMarket(app, { payment_method: "skrill" });
  const { rows } = await app.owner.query("select username from users where id = $1", [seller.id]);
  return { ...seller, username: rows[0].username as string };
}

test("no list shows it, and a user with the link sees it and starts a trade", async () => {
  const { client, username } = await anOwner();
  const numbers = async () => {
    const visitor = app.client();
    const listed = await visitor.call(listOffers, { query: { type: "sell", currency: "USD", limit: "50" } });
    const facets = await visitor.call(countOfferFacets, { query: { type: "sell", currency: "USD" } });
    const profile = await visitor.call(listUserOffers, { params: { username }, query: { tab: "sell" } });
    return [listed.data.map(({ hash }) => hash), listed.meta.total, facets.data, profile.meta];
  };
  const before = await numbers();
  const made = await client.call(own.createOffer, { body: offerBody({ is_silent: true }) });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const { idHashed: hash } = made.data;
  assert.deepEqual([made.data.hold, made.data.isEnabled, made.data.category], ["silent", true, "silent-pool"]);
  assert.deepEqual(await numbers(), before);

  const taker = await aNamedUser(app);
  await giveLevel(app, taker.id, 4);
  const seen = await app.client().call(getOffer, { params: { id: hash } });
  assert.deepEqual([seen.data.isActive, seen.data.category], [true, "silent-pool"]);
  const expected_price = await app.db.read((tx) => priceNow(tx, hash));
  const started = await taker.client.call(startTrade, {
    params: { id: hash },
    body: { fiat_amount: "100", expected_price },
  });
  assert.equal(started.code, "", JSON.stringify(started.body));
});

test("its owner brings it to the market and takes it out of the lists again, and what is held for a graver reason starts nothing", async () => {
  const { client } = await anOwner();
  const hash = (await client.call(own.createOffer, { body: offerBody({ is_silent: true }) })).data.idHashed;
  const isListed = async () =>
    (await app.client().call(listOffers, { query: { type: "sell", currency: "USD", limit: "50" } })).data.some(
      (one) => one.hash === hash,
    );
  const save = (is_silent: boolean) =>
    client.call(own.updateOffer, { params: { id: hash }, body: offerBody({ is_silent }) });
  assert.deepEqual([(await save(false)).data.hold, await isListed()], [null, true]);
  assert.deepEqual([(await save(true)).data.hold, await isListed()], ["silent", false]);
  await app.owner.query("update offers set moderation = 'rejected' where hash = $1", [hash]);
  await client.call(own.resetOfferPenalty, { params: { hash } });
  const seen = await app.client().call(getOffer, { params: { id: hash } });
  assert.equal(seen.data.isActive, false);
  const taker = await aNamedUser(app);
  await giveLevel(app, taker.id, 4);
  const body = { fiat_amount: "100", expected_price: seen.data.fiatPricePerCrypto };
  const refused = await taker.client.call(startTrade, { params: { id: hash }, body });
  assert.equal(refused.code, "offer.not_active");
});

test("it is a duplicate of another offer of its owner as every other is", async () => {
  const { client } = await anOwner();
  assert.equal((await client.call(own.createOffer, { body: offerBody({ is_silent: true }) })).code, "");
  assert.equal((await client.call(own.createOffer, { body: offerBody() })).code, "offer.duplicate");
});

test("an offer whose least amount is worth what the setting says is one for large trades, by any currency", async () => {
  const { id, client } = await anOwner();
  const category = async (changes: Parameters<typeof offerBody>[0]) => {
    const made = await client.call(own.createOffer, { body: offerBody(changes) });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    const seen = await app.client().call(getOffer, { params: { id: made.data.idHashed } });
    assert.equal(seen.data.category, made.data.category);
    await client.call(own.deleteOffer, { params: { id: made.data.idHashed } });
    return made.data.category;
  };
  assert.equal(await category({ range_min: "1000", range_max: "20000" }), "otc");
  assert.equal(await category({ range_min: "999.99", range_max: "20000" }), null);
  assert.equal(await category({ fiat_currency_code: "JPY", range_min: "1000", range_max: "20000" }), null);
  await app.db.tx((tx) => giveBond(tx, id));
  assert.equal(await category({ payment_method: "amazon-gift-card" }), "gift-cards");
  await app.owner.query("update settings set value = '50' where name = 'offers.otc_usd'");
  assert.equal(await category({ range_min: "50", range_max: "200" }), "otc");
  assert.equal(await category({ range_min: "50", range_max: "200", is_silent: true }), "silent-pool");
});
