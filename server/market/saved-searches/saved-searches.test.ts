// Guards: a saved search alerts its user to offers that the listing shows with these filters and that the user may take: once an
// hour, once for a revision, whatever runs twice.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import {
  type ListingState,
  listingHref,
  listingQueryOf,
  listingState,
} from "#contract/market/offers/listing/address.ts";
import { changeRelation } from "#contract/people/accounts.ts";
import { listOffers } from "#contract/market/offers/offers.ts";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import * as calls from "#contract/market/offers/saved-searches.ts";
import { type Ids, makeIds, seededRandom } from "../../platform/ids.ts";
import { anOffer, aPerson, freshRates, giveLevel, testApp, type TestPerson } from "../../testing/index.ts";
import { eachSeed } from "../../testing/seeds.ts";
import { alertSearches } from "./alert-searches.ts";

const app = await testApp({ poolSize: 10 });
const { db, owner: tables } = app;
let seller: TestPerson;

before(async () => {
  await freshRates(app);
  seller = await aPerson(app, { units: 100_000_000_000n });
  await giveLevel(app, seller.id, 4);
});

beforeEach(async () => {
  await tables.query("update offers set is_on = false");
  await tables.query("delete from saved_searches");
  await tables.query("delete from offer_arrivals");
  await tables.query("delete from notifications");
});

async function aTaker(): Promise<TestPerson> {
  const taker = await aPerson(app);
  await giveLevel(app, taker.id, 4);
  return taker;
}

const ADDRESS = "/trading/buy-btc/with-any-payment-method?currencyCode=USD";
const save = (person: TestPerson, more: { address?: string; name?: string; hasAlert?: boolean } = {}) =>
  person.client.call(calls.saveSearch, { body: { name: "Dollars", address: ADDRESS, ...more } });

const offering = (changes: Partial<OfferBody> = {}, by = seller) =>
  db.tx((tx) => anOffer(tx, by.id, { payment_method: "skrill", ...changes }));

/** Links of the notices that a user got of searches. */
async function alertsOf({ id }: TestPerson): Promise<string[]> {
  await app.runJob("alert-saved-searches");
  await app.deliverEvents();
  const { rows } = await tables.query(
    "select link from notifications where user_id = $1 and kind = 'search_found' order by id",
    [id],
  );
  return rows.map(({ link }) => String(link));
}

test("searches are saved, listed, renamed and deleted by their user alone, twenty at most", async () => {
  const [one, other] = [await aTaker(), await aTaker()];
  const saved = await save(one, {
    address: "/es/trading/buy-btc/paypal?tags=no-vpn&page=3&fiat-min=50&acceptableOnly=1",
  });
  assert.equal(saved.status, 200, JSON.stringify(saved.body));
  assert.equal(saved.data.address, "/trading/buy-btc/paypal?currencyCode=any&fiat-min=50&acceptableOnly=1&tags=no-vpn");
  const { type, cryptoCurrencyCode, fiatCurrencyCode, hasAlert, alertedAt } = saved.data;
  assert.deepEqual(
    { type, cryptoCurrencyCode, fiatCurrencyCode, hasAlert, alertedAt },
    { type: "sell", cryptoCurrencyCode: "BTC", fiatCurrencyCode: null, hasAlert: true, alertedAt: null },
  );
  const params = { id: saved.data.id };
  for (const call of [
    other.client.call(calls.changeSavedSearch, { params, body: { name: "mine" } }),
    other.client.call(calls.deleteSavedSearch, { params }),
  ])
    assert.equal((await call).code, "saved_search.not_found");
  const changed = await one.client.call(calls.changeSavedSearch, { params, body: { name: "PayPal", hasAlert: false } });
  assert.deepEqual([changed.data.name, changed.data.hasAlert], ["PayPal", false]);
  const again = await save(one, { address: saved.data.address, name: "Again" });
  assert.deepEqual([again.data.id, again.data.name, again.data.hasAlert], [saved.data.id, "Again", true]);
  for (const address of ["/wallet", "/trading/buy-doge/paypal", "/trading/buy-btc/none-such", "https://example.org/"])
    assert.equal((await save(one, { address })).code, "saved_search.address", address);
  const filled = await Promise.all(
    Array.from({ length: 24 }, (_, sum) => save(one, { address: `${ADDRESS}&fiat-min=${sum + 1}` })),
  );
  assert.equal(filled.filter(({ code }) => code === "saved_search.many").length, 5, "at once too");
  assert.equal((await one.client.call(calls.listSavedSearches)).data.length, 20);
  assert.equal((await one.client.call(calls.deleteSavedSearch, { params })).status, 200);
  assert.equal((await one.client.call(calls.listSavedSearches)).data.length, 19);
});

test("a new offer alerts, and neither one of their own, nor one that they may not take, nor a search that is turned off", async () => {
  const [taker, silent, blocked] = [await aTaker(), await aTaker(), await aTaker()];
  for (const person of [taker, blocked]) await save(person);
  await save(silent, { hasAlert: false });
  await save(seller);
  const { rows: people } = await tables.query("select username from users where id = $1", [blocked.id]);
  await seller.client.call(changeRelation, { params: { username: people[0].username }, body: { action: "blocked" } });
  await offering({ fiat_currency_code: "EUR" });
  await offering({ payment_method: "revolut", require_min_past_trades: 5 });
  const hash = await offering();
  assert.deepEqual(await alertsOf(taker), [`/offer/${hash}`]);
  for (const person of [silent, blocked, seller]) assert.deepEqual(await alertsOf(person), []);
  const { rows } = await tables.query("select name from saved_searches where user_id = $1 and alerted_at is not null", [
    taker.id,
  ]);
  assert.equal(rows.length, 1);
});

test("within an hour there is one alert; what came meanwhile alerts when the hour is over, and no offer twice", async () => {
  const taker = await aTaker();
  await save(taker);
  const first = await offering();
  assert.deepEqual(await alertsOf(taker), [`/offer/${first}`]);
  const second = await offering({ payment_method: "revolut" });
  assert.deepEqual(await alertsOf(taker), [`/offer/${first}`]);
  await app.moveClock(61 * 60_000);
  await freshRates(app);
  await tables.query("update users set last_seen_at = market_now()");
  assert.deepEqual(await alertsOf(taker), [`/offer/${first}`, `/offer/${second}`]);
  await app.moveClock(61 * 60_000);
  await freshRates(app);
  assert.equal((await alertsOf(taker)).length, 2, "nothing new came");
  // Off and on again is the same revision; another price is another one.
  const found = await db.read((tx) => tx.rows<{ id: bigint }>`select id from offers where hash = ${first}`);
  for (const isOn of [false, true])
    await tables.query("update offers set is_on = $2 where id = $1", [found[0]?.id, isOn]);
  assert.equal((await alertsOf(taker)).length, 2);
  await tables.query("update offers set margin_bp = 150, revision = revision + 1 where id = $1", [found[0]?.id]);
  assert.deepEqual((await alertsOf(taker)).at(-1), `/offer/${first}`);
});

test("two workers at once, and one that died before it marked the arrivals, alert once", async () => {
  const takers = await Promise.all(Array.from({ length: 8 }, aTaker));
  for (const taker of takers) await save(taker);
  for (const payment_method of ["skrill", "revolut", "neteller"]) await offering({ payment_method });
  const ports = { db: app.dbs.worker };
  await Promise.all([alertSearches(ports), alertSearches(ports), alertSearches(ports)]);
  await tables.query("update offer_arrivals set is_matched = false");
  for (const taker of takers) assert.equal((await alertsOf(taker)).length, 1);
});

const METHODS = ["other-bank-transfer", "skrill", "m-pesa", "revolut"] as const;
const TAGS = ["no-vpn", "fast-release"];

function drawState(random: Ids): ListingState {
  const one = <T>(...of: readonly T[]) => of[random.below(of.length)] as T;
  const isRare = () => random.below(7) === 0;
  return {
    ...listingState({ side: one("buy", "sell"), crypto: "BTC", method: one("with-any-payment-method", ...METHODS) }),
    currencyCode: one(null, "USD", "EUR", "KES"),
    fiatMin: one(null, null, "50", "300"),
    convertFromUSD: isRare(),
    tags: isRare() ? [one(...TAGS)] : [],
    group: isRare() ? one("bank-transfers", "online-transfers") : null,
    countryIso: isRare() ? one("DE", "KE") : null,
    usersCountryIso: isRare() ? one("DE", "KE") : null,
    locationId: isRare() ? one("276", "9999") : null,
    isVerifiedOffers: isRare(),
    localMethods: isRare(),
    isVerifiedUsers: random.below(8) === 0,
  };
}

test("a search finds the offers that the listing shows with its filters, if they may be taken", async (t) => {
  await eachSeed(t, { suite: "saved-searches", fresh: 1 }, async (seed) => {
    const random = makeIds(seededRandom(`saved searches ${seed}`));
    const one = <T>(...of: readonly T[]) => of[random.below(of.length)] as T;
    const taker = await aTaker();
    const owners = await Promise.all(
      ["DE", "KE"].map(async (iso) => {
        const person = await aPerson(app, { units: 100_000_000_000n });
        await giveLevel(app, person.id, 4);
        await tables.query("update users set country_iso = $2 where id = $1", [person.id, iso]);
        return person;
      }),
    );
    let found = 0;
    for (let turn = 0; turn < 30; turn++) {
      await tables.query("update offers set is_on = false");
      await tables.query("delete from saved_searches");
      await tables.query("delete from offer_arrivals");
      await tables.query("delete from notifications");
      const state = drawState(random);
      const saved = await save(taker, { address: listingHref("en", state) });
      assert.equal(saved.status, 200, JSON.stringify(saved.body));
      const fiat = one(state.currencyCode, state.currencyCode, null) ?? one("USD", "EUR", "KES");
      const least = one(20, 100) * (fiat === "KES" ? 130 : 1);
      await offering(
        {
          offer_type: state.side === "buy" || one(true, false, false, false) ? "sell" : "buy",
          fiat_currency_code: fiat,
          payment_method:
            state.method !== "with-any-payment-method" && one(true, true, false) ? state.method : one(...METHODS),
          range_min: String(least),
          range_max: String(least * 4),
          tags: TAGS.filter(() => one(true, false)),
          ...(one(true, false) ? { payment_country: "DE" } : {}),
          ...(one(true, false, false) ? { require_verified_id: true } : {}),
          ...(one(true, false, false, false)
            ? { country_limitation_type: "allowed" as const, country_limitation_list: ["DE"] }
            : {}),
          confirm_critical_margin: true,
        },
        one(...owners) as TestPerson,
      );
      const { status, data, body } = await taker.client.call(listOffers, {
        query: JSON.parse(JSON.stringify({ ...listingQueryOf(state), acceptable_only: "1" })),
      });
      assert.equal(status, 200, JSON.stringify(body));
      const alerts = await alertsOf(taker);
      assert.deepEqual(
        alerts,
        data.map(({ hash }) => `/offer/${hash}`),
        listingHref("en", state),
      );
      found += alerts.length;
    }
    t.diagnostic(`NOTE found ${found}`);
  });
});
