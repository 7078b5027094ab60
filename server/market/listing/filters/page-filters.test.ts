// Guards: a listing that names a country page or a landing has its filters where it has none of its own, and an unknown page is refused.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { whyOffersHidden } from "#contract/market/offers/hidden-offers.ts";
import { countOfferFacets, listOffers } from "#contract/market/offers/offers.ts";
import { aMarket, anOffer, freshRates, giveBond, testApp } from "../../../testing/index.ts";

const app = await testApp();
const visitor = app.client();
before(async () => {
  await freshRates(app);
  const { seller } = await aMarket(app, { payment_method: "skrill" });
  await app.db.tx(async (tx) => {
    await giveBond(tx, seller.id);
    await anOffer(tx, seller.id, { fiat_currency_code: "NGN", range_min: "20000", range_max: "900000" });
    await anOffer(tx, seller.id, { payment_method: "amazon-gift-card" });
  });
});

const found = async (query: Parameters<typeof list>[0]) =>
  (await list(query)).data.map((one) => `${one.fiatCurrencyCode} ${one.paymentMethod.slug}`).sort();
const list = (query: Record<string, string>) => visitor.call(listOffers, { query: { type: "sell", ...query } });

test("a country page has its currency, the gift cards their group, and what the query says itself wins", async () => {
  assert.equal((await found({})).length, 3);
  assert.deepEqual(await found({ page_id: "nigeria" }), ["NGN other-bank-transfer"]);
  assert.deepEqual(await found({ page_id: "nigeria", currency: "USD" }), ["USD amazon-gift-card", "USD skrill"]);
  assert.deepEqual(await found({ page_id: "gift-cards" }), ["USD amazon-gift-card"]);
  await app.owner.query("update offers set owner_online = false");
  assert.deepEqual(await found({ page_id: "buy-crypto-instantly" }), []);
  const facets = await visitor.call(countOfferFacets, { query: { type: "sell", page_id: "nigeria" } });
  assert.deepEqual(
    facets.data.methods.map(({ slug, count }) => [slug, count]),
    [["other-bank-transfer", 1]],
  );
});

test("a page that is not there is refused by each call", async () => {
  for (const page_id of ["atlantis", "constructor", "no-page"]) {
    assert.equal((await list({ page_id })).status, 422);
    assert.equal((await visitor.call(countOfferFacets, { query: { page_id } })).status, 422);
    assert.equal((await visitor.call(whyOffersHidden, { query: { page_id } })).status, 422);
  }
  assert.equal((await list({ page_id: "Not a page" })).code, "ERROR_INPUT_VALIDATION");
});
