// Guards: a trade in metal is paid by the weight that its offer's rate asked for when it was started.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createOffer, setOfferStatus, toggleAllOffers, updateOffer } from "#contract/market/offers/my/offers.ts";
import { getOffer } from "#contract/market/offers/offers.ts";
import { getTrade, startTrade } from "#contract/market/trades/trade/trades.ts";
import { aMarket, offerBody, start, testApp } from "../../testing/index.ts";

const app = await testApp();
const { owner } = app;
const GOLD = {
  payment_method: "gold-xau",
  custom_rate: "2600.50",
  payment_country: "DE",
  payment_city: "Leipzig",
} as const;

test("an offer by metal says what an ounce counts for, on its page and in its form; no other offer does", async () => {
  const gold = await aMarket(app, GOLD);
  const { data } = await gold.seller.client.call(getOffer, { params: { id: gold.offer } });
  assert.deepEqual([data.customRate, data.originalData?.custom_rate], ["2600.5", "2600.5"]);
  const bank = await aMarket(app);
  const other = (await bank.seller.client.call(getOffer, { params: { id: bank.offer } })).data;
  assert.equal(other.customRate, null);
  assert.ok(other.originalData && !("custom_rate" in other.originalData));
});

test("a trade keeps the rate that its offer had, and who saw another one is asked first", async () => {
  const market = await aMarket(app, GOLD);
  const seen = (await market.buyer.client.call(getOffer, { params: { id: market.offer } })).data;
  const started = await start(market);
  const metal = { code: "XAU", customRate: "2600.5", ounces: "0.0385" };
  assert.deepEqual(started.data.metal, metal);
  const changed = await market.seller.client.call(updateOffer, {
    params: { id: market.offer },
    body: offerBody({ ...GOLD, custom_rate: "100" }),
  });
  assert.equal(changed.code, "");
  for (const { client } of [market.buyer, market.seller]) {
    const { data } = await client.call(getTrade, { params: { id: started.data.tradeHash } });
    assert.deepEqual(data.metal, metal);
  }
  const late = await market.buyer.client.call(startTrade, {
    params: { id: market.offer },
    body: { fiat_amount: "100", expected_price: seen.fiatPricePerCrypto, expected_revision: seen.revision },
  });
  assert.equal(late.code, "offer_changed");
  assert.deepEqual((await start(market)).data.metal, { code: "XAU", customRate: "100", ounces: "1" });
});

test("a trade that is paid by no metal has none", async () => {
  const started = await start(await aMarket(app));
  assert.equal(started.data.metal, null);
});

test("the database takes the rate of a trade from its offer, whatever is written", async () => {
  const market = await aMarket(app, GOLD);
  const { tradeHash } = (await start(market)).data;
  const written = async (hash: string, rate: string | null) => {
    const { rows } = await owner.query(
      `insert into trades overriding system value
       select (jsonb_populate_record(trade, jsonb_build_object(
         'id', nextval(pg_get_serial_sequence('trades', 'id')), 'hash', $2::text, 'receipt_uuid', gen_random_uuid(),
         'custom_rate', $3::numeric))).*
       from trades trade
       where trade.hash = $1
       returning custom_rate`,
      [tradeHash, hash, rate],
    );
    return Number(rows[0].custom_rate);
  };
  assert.equal(await written("anotherrate1", "1"), 2600.5);
  assert.equal(await written("anotherrate2", null), 2600.5);
});

test("an offer by metal that never said a rate stays off until it does", async () => {
  const market = await aMarket(app, GOLD);
  const { client } = market.seller;
  const params = { hash: market.offer };
  await assert.rejects(
    owner.query("update offers set custom_rate = null where hash = $1", [market.offer]),
    /metal_has_rate/,
  );
  // As those were left that had been made before there were rates.
  await owner.query("update offers set is_on = false, custom_rate = null where hash = $1", [market.offer]);
  const single = await client.call(setOfferStatus, { params, body: { new_status: "active" } });
  assert.equal(single.code, "offer.custom_rate");
  const all = await client.call(toggleAllOffers, { body: { new_status: "active" } });
  assert.deepEqual(all.data, { switched: 0, refused: [{ hash: market.offer, code: "offer.custom_rate" }] });
  await client.call(updateOffer, { params: { id: market.offer }, body: offerBody(GOLD) });
  const again = await client.call(setOfferStatus, { params, body: { new_status: "active" } });
  assert.equal(again.data.isEnabled, true, JSON.stringify(again.body));
});

test("each metal can be offered, in the digits of the offer's currency", async () => {
  const { seller } = await aMarket(app);
  for (const payment_method of ["silver-xag", "platinum-xpt", "palladium-xpd"]) {
    const made = await seller.client.call(createOffer, { body: offerBody({ payment_method, custom_rate: "1000.01" }) });
    assert.equal(made.code, "", payment_method);
    const body = offerBody({ payment_method, custom_rate: "150000.5", fiat_currency_code: "JPY", range_min: "5000" });
    const yen = await seller.client.call(createOffer, { body: { ...body, range_max: "50000" } });
    assert.equal(yen.code, "money.too_many_digits", payment_method);
  }
});

test("a trade keeps the place that its offer said, and both sides read it", async () => {
  const market = await aMarket(app, GOLD);
  const started = await start(market);
  const place = { countryIso: "DE", subdivision: null, city: "Leipzig" };
  assert.deepEqual(started.data.place, place);
  const body = offerBody({ ...GOLD, payment_city: "Berlin" });
  assert.equal((await market.seller.client.call(updateOffer, { params: { id: market.offer }, body })).code, "");
  for (const { client } of [market.buyer, market.seller])
    assert.deepEqual((await client.call(getTrade, { params: { id: started.data.tradeHash } })).data.place, place);
  const elsewhere = await aMarket(app);
  assert.equal((await start(elsewhere)).data.place, null);
});
