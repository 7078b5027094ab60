// Guards: what offers, their listing, rates and files refuse, asked over HTTP.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import * as catalog from "#contract/reference/catalog.ts";
import * as favorites from "#contract/market/offers/favorites.ts";
import * as mine from "#contract/market/offers/my/offers.ts";
import { listOffers } from "#contract/market/offers/offers.ts";
import { startTrade } from "#contract/market/trades/trade/trades.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { anOffer, aMarket, aPerson, giveLevel, offerBody, priceNow, start, testApp } from "../../testing/index.ts";

const app = await testApp();
const { db, owner } = app;

async function anOwner(level = 2) {
  const person = await aPerson(app, { units: 100_000_000n });
  await giveLevel(app, person.id, level);
  return person;
}

const market = await aMarket(app);
const create = (person: { client: typeof market.seller.client }, changes: Partial<OfferBody> = {}) =>
  person.client.call(mine.createOffer, { body: offerBody(changes) });

test("making or activating an offer needs the level that the setting names", async () => {
  const person = await anOwner(1);
  await db.tx((tx) => changeSetting(tx, { name: "offers.creation_level", value: 2, changedBy: null }));
  assert.equal((await create(person)).code, "offer.level");
  await giveLevel(app, person.id, 2);
  assert.equal((await create(person)).status, 200);
});

test("each amount to choose from is at least the smallest of the currency, and the smallest itself is enough", async () => {
  const person = await anOwner();
  const chosen = (...amounts: string[]) => create(person, { predefined_amount: amounts });
  assert.equal((await chosen("0.5", "50")).code, "offer.amount_too_small");
  assert.equal((await create(person, { range_min: "0.5" })).code, "offer.amount_too_small");
  const made = await chosen("50", "100");
  assert.equal(made.status, 200);
  const params = { hash: made.data.idHashed };
  const set = (body: object) => person.client.call(mine.setOfferAmount, { params, body });
  assert.equal((await set({ predefined_amount: ["0.5"] })).code, "offer.amount_too_small");
  assert.equal((await set({ range_min: "0.5", range_max: "50" })).code, "offer.amount_too_small");
  assert.equal((await set({ range_min: "60", range_max: "50" })).code, "offer.amounts");
});

test("a payment window is what staff allow, and an offer that has another keeps it until it is edited", async () => {
  const person = await anOwner();
  const made = await create(person, { payment_window: 30 });
  const set = (name: "offers.window_least_minutes" | "offers.window_most_minutes", value: number) =>
    db.tx((tx) => changeSetting(tx, { name, value, changedBy: null }));
  await set("offers.window_least_minutes", 60);
  await set("offers.window_most_minutes", 1440);
  for (const payment_window of [59, 1441])
    assert.equal((await create(person, { payment_window })).code, "offer.window");
  for (const payment_window of [60, 1440]) assert.equal((await create(await anOwner(), { payment_window })).code, "");
  const params = { id: made.data.idHashed };
  const { rows } = await owner.query("select payment_window_min from offers where hash = $1", [made.data.idHashed]);
  assert.equal(rows[0].payment_window_min, 30);
  const edit = (payment_window: number) =>
    person.client.call(mine.updateOffer, { params, body: offerBody({ payment_window }) });
  assert.equal((await edit(30)).code, "offer.window");
  assert.equal((await edit(90)).code, "");
  await set("offers.window_least_minutes", 15);
  await set("offers.window_most_minutes", 43_200);
});

test("side and coin of an offer are for good, and its cap is not below its smallest amount", async () => {
  const person = await anOwner();
  const made = await create(person);
  const params = { id: made.data.idHashed };
  const update = (changes: Partial<OfferBody>) =>
    person.client.call(mine.updateOffer, { params, body: offerBody(changes) });
  assert.equal((await update({ offer_type: "buy" })).code, "offer.side_final");
  assert.equal((await update({ crypto_currency_code: "ETH" })).code, "offer.side_final");
  const cap = await person.client.call(mine.setOfferCap, {
    params,
    body: { offer_cap: { amount: "5", active: true } },
  });
  assert.equal(cap.code, "offer.cap_below_min");
});

test("offers are kept up to the setting's number; keeping one twice counts once", async () => {
  const person = await aPerson(app);
  await db.tx((tx) => changeSetting(tx, { name: "offers.max_favorites", value: 2, changedBy: null }));
  const keep = (id: string) => person.client.call(favorites.addFavoriteOffer, { params: { id } });
  const offers: string[] = [];
  for (const margin of ["3", "4", "5"]) {
    const { id } = await anOwner();
    offers.push(await db.tx((tx) => anOffer(tx, id, { margin })));
  }
  const [one = "", two = "", three = ""] = offers;
  for (const hash of [one, one, two, two]) assert.equal((await keep(hash)).status, 200);
  assert.equal((await keep(three)).code, "offer.too_many_favorites");
  await person.client.call(favorites.removeFavoriteOffer, { params: { id: one } });
  assert.equal((await keep(three)).status, 200);
  assert.equal((await keep("NeverWasAnOffr")).code, "offer.not_found");
});

test("a listing refuses sums that no currency has, and methods that nobody knows", async () => {
  const list = (query: object) => app.client().call(listOffers, { query });
  assert.equal((await list({ currency: "USD", "fiat-min": "99999999999999999999" })).code, "money.malformed");
  assert.equal((await list({ currency: "USD", "fiat-min": "1.234" })).code, "money.too_many_digits");
  const params = { slug: "no-such-method" };
  const unknown = await app.client().call(catalog.getPaymentMethod, { params });
  assert.equal(unknown.code, "catalog.unknown_payment_method");
});

test("each rule about who takes an offer, when and for how much is refused with its own code", async () => {
  const cases: [Partial<OfferBody>, string, string][] = [
    [{ country_limitation_type: "disallowed", country_limitation_list: ["DE"] }, "50", "offer.country"],
    [{ require_offer_currency_match_buyer_country: true }, "50", "offer.currency_country"],
    [{ require_min_past_trades: 1 }, "50", "offer.past_trades"],
    [{ require_verified_id: true }, "50", "offer.verified_only"],
    [{ show_only_trusted_user: true }, "50", "offer.trusted_only"],
    [{ full_name_visibility: true }, "50", "offer.full_name"],
    [{ new_buyer_max_fiat_limit: "40" }, "50", "offer.new_buyer_limit"],
    [{ predefined_amount: ["40", "60"] }, "50", "trade.amount_not_offered"],
    [{}, "19", "trade.amount_out_of_range"],
    [{}, "1001", "trade.amount_out_of_range"],
  ];
  for (const [changes, fiat, code] of cases) {
    const closed = await aMarket(app, changes);
    await giveLevel(app, closed.buyer.id, 1);
    assert.equal((await start(closed, { fiat })).code, code, JSON.stringify(changes));
  }
  for (const fiat of ["20", "1000"]) {
    const open = await aMarket(app);
    assert.equal((await start(open, { fiat })).status, 200, `${fiat} is a bound and inside`);
  }
});

test("an offer is not taken by its owner, off its hours, while it is paused, or by a restricted account", async () => {
  const day = new Date().getUTCDay() || 7;
  const other = (day % 7) + 2 > 7 ? 2 : (day % 7) + 2;
  const closed = await aMarket(app, {
    duty_hours: [{ day: other, start_time: "08:00", end_time: "09:00", active: true }],
    timezone: "UTC",
  });
  assert.equal((await start(closed)).code, "offer.off_duty");
  const open = await aMarket(app);
  assert.equal((await start({ ...open, buyer: open.seller })).code, "offer.own");
  await owner.query(
    "insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since) values ($1, 'suspended', 'test', 'case', now(), now())",
    [open.buyer.id],
  );
  assert.equal((await start(open)).code, "auth.restricted");
  await owner.query("delete from user_restrictions");
  const params = { hash: open.offer };
  await open.seller.client.call(mine.setOfferStatus, { params, body: { new_status: "inactive" } });
  assert.equal((await start(open)).code, "offer.not_active");
});

test("no trade starts at a rate that is too old, that sources disagree on, or that is not there", async () => {
  const fresh = await aMarket(app);
  const expected_price = await db.read((tx) => priceNow(tx, fresh.offer));
  const take = () =>
    fresh.buyer.client.call(startTrade, { params: { id: fresh.offer }, body: { fiat_amount: "50", expected_price } });
  assert.equal((await start(fresh)).status, 200);
  for (const [sql, code] of [
    ["update rates set is_divergent = true", "rates.divergent"],
    ["update rates set stale_at = market_now()", "rates.stale"],
    ["delete from rates", "rates.unknown"],
  ] as const) {
    await owner.query(sql);
    assert.equal((await take()).code, code);
  }
});
