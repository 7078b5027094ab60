// Guards: each number beside a filter is the number of offers that the listing finds with that choice, whatever else is filtered.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { changeRelation } from "#contract/people/accounts.ts";
import { countOfferFacets, type FacetQuery, listOffers } from "#contract/market/offers/offers.ts";
import { CRYPTO } from "#contract/money/money.ts";
import { type Ids, makeIds, seededRandom } from "../../platform/ids.ts";
import { PAYMENT_METHODS } from "../../reference/catalog/index.ts";
import { anOffer, aPerson, freshRates, giveLevel, testApp } from "../../testing/index.ts";
import { eachSeed } from "../../testing/seeds.ts";

const app = await testApp({ poolSize: 8 });
const { db, owner: tables } = app;
type Person = Awaited<ReturnType<typeof aPerson>>;

before(() => freshRates(app));

const METHODS = ["other-bank-transfer", "sepa", "skrill", "m-pesa", "wise-transferwise", "revolut", "usdt"] as const;
const FIATS = ["USD", "EUR", "KES", "JPY"] as const;
const GROUPS = [...new Set(PAYMENT_METHODS.map(({ group }) => group))];
const TAGS = ["no-vpn", "fast-release", "newbie-friendly"];
const COUNTRIES = ["DE", "KE", "US"] as const;

const drawOne = <T>(random: Ids, ...of: readonly T[]) => of[random.below(of.length)] as T;

async function drawOffers(random: Ids, owner: Person): Promise<void> {
  for (const method of METHODS) {
    const one = <T>(...of: readonly T[]) => drawOne(random, ...of);
    const fiat = one(...FIATS);
    const least = one(20, 100, 400) * (fiat === "KES" || fiat === "JPY" ? 140 : 1);
    await db.tx((tx) =>
      anOffer(tx, owner.id, {
        offer_type: one("sell", "buy"),
        crypto_currency_code: one("BTC", "BTC", "USDT"),
        fiat_currency_code: fiat,
        payment_method: method === "usdt" ? "paypal" : method,
        range_min: String(least),
        range_max: String(least * one(2, 6)),
        tags: TAGS.filter(() => random.below(2) === 0),
        ...(one(true, false) ? { payment_country: one(...COUNTRIES) } : {}),
        ...(one(true, false, false) ? { require_verified_id: true } : {}),
        ...(one(true, false, false)
          ? { country_limitation_type: "allowed" as const, country_limitation_list: ["DE"] }
          : {}),
        confirm_critical_margin: true,
      }),
    );
  }
}

/** A query as a visitor may make it: some of all filters. */
function drawQuery(random: Ids): FacetQuery {
  const one = <T>(...of: readonly T[]) => drawOne(random, ...of);
  const maybe = <T extends object>(oneIn: number, of: () => T) => (random.below(oneIn) === 0 ? of() : {});
  return {
    type: one("sell", "buy"),
    crypto_currency_id: String(one(CRYPTO.BTC.id, CRYPTO.USDT.id)),
    ...maybe(2, () => ({ currency: one(...FIATS) })),
    ...maybe(3, () => ({ "payment-method": one("skrill", "sepa,m-pesa", "revolut", "with-any-payment-method") })),
    ...maybe(3, () => ({ group: one("bank-transfers", "online-transfers", "mobile-money") })),
    ...maybe(3, () => ({
      "fiat-min": one("50", "150", "2900.5"),
      ...maybe(2, () => ({ convertFromUSD: "1" as const })),
    })),
    ...maybe(3, () => ({ tags: one("no-vpn", "no-vpn,fast-release") })),
    ...maybe(4, () => ({ users_country_iso: one(...COUNTRIES) })),
    ...maybe(4, () => ({
      visitor_country_iso: one(...COUNTRIES),
      ...maybe(2, () => ({ is_payment_method_localized: "1" as const })),
    })),
    ...maybe(5, () => ({ location_id: one("276", "9999") })),
    ...maybe(5, () => ({ verified_offers: "1" as const })),
    ...maybe(5, () => ({ acceptable_only: "1" as const })),
    ...maybe(5, () => ({ newbieOffers: "1" as const })),
    ...maybe(5, () => ({ block: "1" as const })),
  };
}

/** What is compared, so that a run in which nothing was found is seen. */
const compared = { methods: 0, groups: 0, currencies: 0 };

async function runMarket(seed: number): Promise<void> {
  const random = makeIds(seededRandom(`facets ${seed}`));
  await tables.query("update offers set is_on = false");
  const owners = await Promise.all(Array.from({ length: 6 }, () => aPerson(app, { units: 100_000_000_000n })));
  for (const owner of owners) {
    await giveLevel(app, owner.id, drawOne(random, 2, 4));
    await tables.query("update users set country_iso = $2 where id = $1", [owner.id, drawOne(random, ...COUNTRIES)]);
    await drawOffers(random, owner);
  }
  const viewer = await aPerson(app);
  await giveLevel(app, viewer.id, 4);
  const { rows } = await tables.query("select username from users where id = $1", [owners[0]?.id]);
  await viewer.client.call(changeRelation, { params: { username: rows[0].username }, body: { action: "blocked" } });
  for (let turn = 0; turn < 25; turn++) {
    const client = turn % 2 === 0 ? viewer.client : app.client();
    const query = drawQuery(random);
    const { status, data, body } = await client.call(countOfferFacets, { query });
    // A sum with more digits than its currency has is refused, as the listing refuses it.
    if (status === 422) {
      assert.equal((await client.call(listOffers, { query })).status, 422);
      continue;
    }
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(data.isExact);
    const totalOf = async (more: Partial<FacetQuery>) => {
      const found = await client.call(listOffers, { query: { ...query, ...more } });
      return found.status === 200 ? found.meta.total : 0;
    };
    const say = (name: string) => `${name} of ${JSON.stringify(query)}`;
    const countIn = (list: readonly { readonly count: number }[], at: number) => (at < 0 ? 0 : (list[at]?.count ?? 0));
    for (const slug of [...METHODS.filter((one) => one !== "usdt"), "paypal"]) {
      const count = countIn(
        data.methods,
        data.methods.findIndex((one) => one.slug === slug),
      );
      assert.equal(count, await totalOf({ "payment-method": slug }), say(slug));
      compared.methods += count;
    }
    for (const slug of GROUPS) {
      const count = countIn(
        data.groups,
        data.groups.findIndex((one) => one.slug === slug),
      );
      assert.equal(count, await totalOf({ group: slug }), say(slug));
      compared.groups += count;
    }
    for (const code of FIATS) {
      const count = countIn(
        data.currencies,
        data.currencies.findIndex((one) => one.code === code),
      );
      assert.equal(count, await totalOf({ currency: code }), say(code));
      compared.currencies += count;
    }
  }
}

test("the number beside a method, group or currency is what the listing then finds", async (t) => {
  await eachSeed(t, { suite: "facets", fresh: 1 }, runMarket);
  t.diagnostic(`NOTE found ${JSON.stringify(compared)}`);
});
