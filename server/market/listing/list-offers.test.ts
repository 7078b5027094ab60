// Guards: the listing shows what was asked for, in the order asked for, and its counts are what it shows.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { getPaymentMethod, listPaymentMethods, listPopularPaymentMethods } from "#contract/reference/catalog.ts";
import { compareDecimals, decimal } from "#contract/platform/decimal.ts";
import { changeRelation } from "#contract/people/accounts.ts";
import { CRYPTO } from "#contract/money/money.ts";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { addFavoriteOffer, listFavoriteOffers, removeFavoriteOffer } from "#contract/market/offers/favorites.ts";
import {
  countOfferFacets,
  type ListingQuery,
  listOffers,
  listUserOffers,
  type OfferCard,
  previewOfferPrice,
} from "#contract/market/offers/offers.ts";
import { findPaymentMethod } from "../../reference/catalog/index.ts";
import { playRecordedRates } from "../../money/rates/index.ts";
import { anOffer, aUser, giveCoins, signIn, testApp } from "../../testing/index.ts";

const app = await testApp();
const { db } = app;
const visitor = app.client();

const METHODS = ["other-bank-transfer", "paypal", "wise-transferwise", "amazon-gift-card", "m-pesa", "sepa"];
const CURRENCIES = ["USD", "EUR", "NGN", "KES"];
const TAGS = ["no-vpn", "fast-release", "newbie-friendly"];
const PER_USD: Record<string, number> = { USD: 1, EUR: 1, NGN: 1500, KES: 130 };
const owners: bigint[] = [];

/** The same market on every run: sixty owners, each with three offers that differ in every way the filters know. */
before(async () => {
  await db.tx(playRecordedRates);
  for (let index = 0; index < 60; index++) {
    await db.tx(async (tx) => {
      const ownerId = await aUser(tx, { countryIso: index % 3 === 0 ? "NG" : "DE", username: `owner${index}` });
      owners.push(ownerId);
      await giveCoins(tx, ownerId, "BTC", 900_000_000n);
      for (let turn = 0; turn < 3; turn++) {
        const body = variation(index * 3 + turn);
        const hash = await anOffer(tx, ownerId, body);
        if (body.country_limitation_list) forGermans.add(hash);
      }
    });
  }
});

function variation(seed: number): Partial<OfferBody> {
  const fiat = CURRENCIES[seed % CURRENCIES.length] ?? "USD";
  const scale = PER_USD[fiat] ?? 1;
  const least = (10 + (seed % 7) * 15) * scale;
  const isFixed = seed % 5 === 2;
  return {
    offer_type: seed % 7 < 2 ? "buy" : "sell",
    fiat_currency_code: fiat,
    payment_method: METHODS[Math.floor(seed / 4) % METHODS.length] ?? "paypal",
    ...(isFixed
      ? { fixed_price: String((70_000 + seed * 131) * scale) }
      : { margin: ((((seed * 37) % 900) - 200) / 100).toFixed(2) }),
    range_min: String(least),
    range_max: String(least * (2 + (seed % 5))),
    tags: TAGS.filter((_, index) => (seed >> index) % 2 === 0),
    ...(seed % 4 === 1 ? { payment_country: "DE" } : {}),
    require_min_past_trades: seed % 6 === 0 ? 5 : 0,
    ...(seed % 9 === 0 ? { country_limitation_type: "allowed" as const, country_limitation_list: ["DE"] } : {}),
    confirm_critical_margin: true,
  };
}

const localIn = (iso: string, { paymentMethod }: OfferCard) =>
  findPaymentMethod(paymentMethod.slug)?.countries.includes(iso) === true;
/** A ninth of the offers are for people in Germany. */
const isOpenIn = (iso: string, card: OfferCard) => iso === "DE" || !forGermans.has(card.hash);
const forGermans = new Set<string>();

async function everything(query: ListingQuery, client = visitor): Promise<{ cards: OfferCard[]; total: number }> {
  const cards: OfferCard[] = [];
  for (let page = 1; ; page++) {
    const answer = await client.call(listOffers, { query: { ...query, page: String(page) } });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    cards.push(...answer.data);
    if (page >= answer.meta.lastPage) return { cards, total: answer.meta.total };
  }
}

test("a card says its place, its tags and its owner's country in the language asked for", async () => {
  const query = { type: "sell", location_id: "276", tags: "fast-release,newbie-friendly" } as const;
  for (const [locale, place, home, tags] of [
    [undefined, "Germany", "Nigeria", ["Beginner friendly", "Fast release"]],
    ["es", "Alemania", "Nigeria", ["Apto para principiantes", "Liberación rápida"]],
    ["ar", "ألمانيا", "نيجيريا", ["تحرير سريع", "مناسب للمبتدئين"]],
  ] as const) {
    const { cards } = await everything(locale ? { ...query, locale } : query);
    const card = cards.find(({ owner, tags: all }) => owner.country?.iso === "NG" && all.length === 2);
    assert.ok(card);
    assert.deepEqual([card.location, card.owner.country?.name], [place, home]);
    assert.deepEqual(
      card.tags.map(({ name }) => name),
      tags,
    );
  }
});

test("pages follow each other without a gap or a repeat, in every order, and their number is the total", async () => {
  for (const sort of [
    "default",
    "crypto_usd_price_asc",
    "crypto_usd_price_desc",
    "release_time_asc",
    "release_time_desc",
  ] as const) {
    for (const currency of [undefined, "USD", "NGN"]) {
      const { cards, total } = await everything({ type: "sell", sort, ...(currency ? { currency } : {}) });
      assert.equal(cards.length, total, `${sort} ${currency}`);
      assert.equal(new Set(cards.map(({ hash }) => hash)).size, total, `${sort} ${currency}`);
      assert.ok(total > 20);
    }
  }
});

test("the order by price is the order of the prices shown, fixed and floating together", async () => {
  for (const type of ["sell", "buy"] as const) {
    for (const currency of CURRENCIES) {
      const up = (await everything({ type, currency, sort: "crypto_usd_price_asc" })).cards;
      const down = (await everything({ type, currency, sort: "crypto_usd_price_desc" })).cards;
      assertOrdered(up.map(({ fiatPricePerCrypto }) => fiatPricePerCrypto));
      assertOrdered(down.map(({ fiatPricePerCrypto }) => fiatPricePerCrypto).reverse());
      assert.deepEqual(
        down.map(({ hash }) => hash).reverse(),
        up.map(({ hash }) => hash),
      );
      assert.ok(up.some(({ isFixedPrice }) => isFixedPrice) && up.some(({ isFixedPrice }) => !isFixedPrice));
    }
  }
});

test("over all currencies the order by price is the order in dollars", async () => {
  const { cards } = await everything({ type: "sell", sort: "crypto_usd_price_asc" });
  assert.equal(new Set(cards.map(({ fiatCurrencyCode }) => fiatCurrencyCode)).size, CURRENCIES.length);
  const margins = cards.map(({ margin }) => margin);
  assertOrdered(margins);
});

function assertOrdered(values: string[]): void {
  for (const [index, value] of values.slice(1).entries()) {
    assert.ok(compareDecimals(decimal(values[index] ?? ""), decimal(value)) <= 0, `${values[index]} before ${value}`);
  }
}

test("each filter shows exactly the offers that it describes, and counts them", async () => {
  const all = (await everything({ type: "sell" })).cards;
  const cases: [string, ListingQuery, (card: OfferCard) => boolean][] = [
    ["method", { "payment-method": "paypal" }, (card) => card.paymentMethod.slug === "paypal"],
    [
      "two methods",
      { "payment-method": "paypal,sepa" },
      (card) => ["paypal", "sepa"].includes(card.paymentMethod.slug),
    ],
    ["every method", { "payment-method": "with-any-payment-method" }, () => true],
    ["group", { group: "gift-cards" }, (card) => card.paymentMethod.group === "gift-cards"],
    ["currency", { currency: "NGN" }, (card) => card.fiatCurrencyCode === "NGN"],
    [
      "method and currency",
      { "payment-method": "m-pesa", currency: "KES" },
      (card) => card.paymentMethod.slug === "m-pesa" && card.fiatCurrencyCode === "KES",
    ],
    [
      "tags",
      { tags: "no-vpn,fast-release" },
      (card) => ["no-vpn", "fast-release"].every((slug) => card.tags.some((tag) => tag.slug === slug)),
    ],
    ["country of the owner", { users_country_iso: "NG" }, (card) => card.owner.country?.iso === "NG"],
    ["beginners", { newbieOffers: "1" }, (card) => card.requireMinPastTrades === 0],
    [
      "a sum",
      { currency: "USD", "fiat-min": "60" },
      (card) => card.fiatCurrencyCode === "USD" && Number(card.fiatLimitMin) <= 60 && Number(card.fiatLimitMax) >= 60,
    ],
    ["online", { online_users: "1" }, (card) => card.isOnline],
    ["a place of payment", { location_id: "276" }, (card) => card.location === "Germany"],
    ["anywhere", { location_id: "9999" }, (card) => card.location === null],
    [
      "methods of a country",
      { is_payment_method_localized: "1", visitor_country_iso: "KE" },
      (card) => localIn("KE", card) && isOpenIn("KE", card),
    ],
    [
      "none of a country",
      { is_payment_method_localized: "1", visitor_country_iso: "DE", "payment-method": "m-pesa" },
      () => false,
    ],
    ["nothing", { tags: "no-such-tag" }, () => false],
  ];
  for (const [name, query, describes] of cases) {
    const { cards, total } = await everything({ type: "sell", ...query });
    const expected = all
      .filter(describes)
      .map(({ hash }) => hash)
      .sort();
    assert.deepEqual(cards.map(({ hash }) => hash).sort(), expected, name);
    assert.equal(total, expected.length, name);
  }
});

test("both sides are counted for the tabs as they would be listed", async () => {
  for (const query of [
    {},
    { currency: "EUR" },
    { "payment-method": "paypal", currency: "USD" },
    { tags: "no-vpn" },
    { group: "bank-transfers" as const },
  ]) {
    const answer = await visitor.call(listOffers, { query: { type: "sell", ...query } });
    const { total } = await everything({ type: "buy", ...query });
    assert.equal(answer.meta.buyCount, total, JSON.stringify(query));
    assert.equal(answer.meta.sellCount, answer.meta.total);
  }
});

test("a sum in dollars finds offers of every currency whose range holds it", async () => {
  const { cards } = await everything({ type: "sell", "fiat-min": "60", convertFromUSD: "1" });
  assert.ok(new Set(cards.map(({ fiatCurrencyCode }) => fiatCurrencyCode)).size > 1);
  assert.ok(cards.length < (await everything({ type: "sell" })).cards.length);
});

test("the numbers beside the filters are those of the lists", async () => {
  const facets = await visitor.call(countOfferFacets, { query: { type: "sell", currency: "USD" } });
  for (const { slug, count } of facets.data.methods) {
    assert.equal((await everything({ type: "sell", currency: "USD", "payment-method": slug })).total, count, slug);
  }
  for (const { code, count } of facets.data.currencies) {
    assert.equal((await everything({ type: "sell", currency: code })).total, count, code);
  }
  const groups = facets.data.groups.reduce((sum, { count }) => sum + count, 0);
  assert.equal(
    groups,
    facets.data.methods.reduce((sum, { count }) => sum + count, 0),
  );
});

test("payment methods know their offers, and the popular ones have the most", async () => {
  const paypal = await visitor.call(getPaymentMethod, { params: { slug: "paypal" }, query: { crypto: "btc" } });
  assert.equal(paypal.data.buyOffersCount, (await everything({ type: "sell", "payment-method": "paypal" })).total);
  const ofTether = await visitor.call(getPaymentMethod, { params: { slug: "paypal" }, query: { crypto: "usdt" } });
  const sold = async (crypto_currency_id: number) =>
    (await everything({ type: "sell", "payment-method": "paypal", crypto_currency_id: String(crypto_currency_id) }))
      .total;
  assert.deepEqual(
    [paypal.data.buyOffersCount, ofTether.data.buyOffersCount],
    [await sold(CRYPTO.BTC.id), await sold(CRYPTO.USDT.id)],
  );
  assert.notEqual(paypal.data.buyOffersCount, ofTether.data.buyOffersCount, "each coin counts its own offers");
  const namesIn = async (country: string) =>
    (await visitor.call(listPopularPaymentMethods, { query: { country } })).data.popular.map(({ slug }) => slug);
  assert.ok((await namesIn("KE")).includes("m-pesa"));
  assert.ok(!(await namesIn("DE")).includes("m-pesa"), "methods of other countries are left out");
  const popular = await visitor.call(listPopularPaymentMethods);
  assert.equal(popular.data.popular.length, 15);
  assert.ok(METHODS.includes(popular.data.popular[0]?.slug ?? ""));
  const short = await visitor.call(listPaymentMethods, { query: { mode: "short", group: "mobile-money" } });
  assert.ok(short.data.length > 50 && short.data.every((method) => !("countries" in method)));
  assert.equal((await visitor.call(getPaymentMethod, { params: { slug: "none-such" } })).status, 404);
});

test("names of methods are in the language asked for, and a method with a coin that does not exist is refused", async () => {
  const named = (list: readonly { slug: string; name: { localized: string; original: string } }[], slug: string) =>
    list.find((one) => one.slug === slug)?.name;
  for (const [locale, bank] of [
    ["es", "Otra transferencia bancaria"],
    ["es-MX", "Otra transferencia bancaria"],
    ["ar", "تحويل بنكي آخر"],
    ["en", "Other Bank Transfer"],
    ["fr", "Other Bank Transfer"],
  ] as const) {
    const original = "Other Bank Transfer";
    const slug = "other-bank-transfer";
    const all = await visitor.call(listPaymentMethods, { query: { locale } });
    const short = await visitor.call(listPaymentMethods, { query: { locale, mode: "short" } });
    const popular = await visitor.call(listPopularPaymentMethods, { query: { locale } });
    for (const list of [all.data, short.data, popular.data.popular])
      assert.deepEqual(named(list, slug), { localized: bank, original }, locale);
    const one = await visitor.call(getPaymentMethod, { params: { slug }, query: { locale } });
    assert.deepEqual(one.data.name, { localized: bank, original });
    assert.equal(named(all.data, "paypal")?.localized, "PayPal", "a brand keeps its name");
  }
  const cards = await visitor.call(listOffers, { query: { "payment-method": "other-bank-transfer", locale: "es" } });
  assert.equal(cards.data[0]?.paymentMethod.name.localized, "Otra transferencia bancaria");
  for (const crypto of ["nonsense", "DOGE"]) {
    const refused = await visitor.call(getPaymentMethod, { params: { slug: "paypal" }, query: { crypto } });
    assert.equal(refused.code, "ERROR_INPUT_VALIDATION", crypto);
  }
});

test("methods of a country are popular by the offers in its currency", async () => {
  await db.tx(async (tx) => {
    const ownerId = await aUser(tx);
    await giveCoins(tx, ownerId, "ETH", 10n ** 18n);
    const of = { crypto_currency_code: "ETH" as const };
    await anOffer(tx, ownerId, {
      ...of,
      payment_method: "skrill",
      fiat_currency_code: "KES",
      range_min: "5000",
      range_max: "9000",
    });
    await anOffer(tx, ownerId, { ...of, payment_method: "neteller" });
  });
  const placesIn = async (country: string) => {
    const { data } = await visitor.call(listPopularPaymentMethods, { query: { country } });
    const place = (slug: string) => data.popular.findIndex((one) => one.slug === slug) + 1 || 99;
    return { skrill: place("skrill"), neteller: place("neteller") };
  };
  const [kenya, states] = [await placesIn("KE"), await placesIn("US")];
  assert.ok(kenya.skrill < kenya.neteller, JSON.stringify(kenya));
  assert.ok(states.neteller < states.skrill, JSON.stringify(states));
});

test("a blocked owner and the one who blocked him do not see each other's offers", async () => {
  const me = owners[1] ?? 0n;
  const client = app.client(await db.tx((tx) => signIn(tx, me)));
  const own = await everything({ type: "sell" }, client);
  assert.ok(own.cards.some(({ isMine }) => isMine));
  await client.call(changeRelation, { params: { username: "owner0" }, body: { action: "blocked" } });
  const after = await everything({ type: "sell" }, client);
  assert.ok(own.cards.some(({ owner }) => owner.username === "owner0"));
  assert.ok(!after.cards.some(({ owner }) => owner.username === "owner0"));
  assert.equal(after.total, after.cards.length);
  const other = app.client(await db.tx((tx) => signIn(tx, owners[0] ?? 0n)));
  assert.ok(!(await everything({ type: "sell" }, other)).cards.some(({ owner }) => owner.username === "owner1"));

  const asked = await everything({ type: "sell", block: "1" }, client);
  assert.equal(asked.total, own.total, "a viewer who asks for blocked owners sees them");
  for (const card of asked.cards) assert.equal(card.isBlocked, card.owner.username === "owner0", card.owner.username);
  const unasked = await everything({ type: "sell", block: "1" }, other);
  assert.ok(!unasked.cards.some(({ owner }) => owner.username === "owner1"), "nobody sees who blocked them");
});

test("a country that is none is refused, local methods need one, and a search is answered with its id", async () => {
  const ask = (query: ListingQuery, client = visitor) => client.call(listOffers, { query });
  for (const [query, field] of [
    [{ location_id: "12345" }, "location_id"],
    [{ is_payment_method_localized: "1" }, "visitor_country_iso"],
  ] as const) {
    const answer = await ask(query);
    assert.deepEqual([answer.status, answer.code], [422, "ERROR_INPUT_VALIDATION"], field);
    assert.ok(JSON.stringify(answer.body).includes(field));
  }
  const german = app.client(await db.tx((tx) => signIn(tx, owners[4] ?? 0n)));
  const local = await ask({ is_payment_method_localized: "1" }, german);
  assert.ok(local.data.length > 0 && local.data.every((card) => localIn("DE", card)), "of the account's country");
  assert.equal((await ask({ searchId: "s-17" })).meta.searchId, "s-17");
  assert.equal((await ask({})).meta.searchId, null);
});

test("a favourite offer is marked in the list and is listed among the favourites until it is removed", async () => {
  const client = app.client(await db.tx((tx) => signIn(tx, owners[2] ?? 0n)));
  const [card] = (await everything({ type: "sell" }, client)).cards;
  assert.ok(card);
  const params = { id: card.hash };
  assert.equal((await visitor.call(addFavoriteOffer, { params })).status, 401);
  await client.call(addFavoriteOffer, { params });
  await client.call(addFavoriteOffer, { params });
  const marked = (await everything({ type: "sell", withFavorites: "1" }, client)).cards.filter(
    ({ isFavorite }) => isFavorite,
  );
  const unasked = (await everything({ type: "sell" }, client)).cards.filter(({ isFavorite }) => isFavorite);
  assert.equal(unasked.length, 0);
  assert.deepEqual(
    marked.map(({ hash }) => hash),
    [card.hash],
  );
  for (const sort of ["default", "crypto_usd_price_asc", "release_time_desc"] as const) {
    const kept = await client.call(listFavoriteOffers, { query: { type: "sell", sort } });
    assert.deepEqual(
      kept.data.map(({ hash, isActive }) => [hash, isActive]),
      [[card.hash, true]],
    );
    assert.equal(kept.meta.sellCount, 1);
  }
  assert.equal((await client.call(removeFavoriteOffer, { params })).data.isFavorite, false);
  assert.equal((await client.call(listFavoriteOffers)).meta.total, 0);
});

test("a profile shows its owner's active offers by side", async () => {
  const answer = await visitor.call(listUserOffers, { params: { username: "owner5" }, query: { tab: "sell" } });
  assert.equal(answer.data.length, answer.meta.sellCount);
  for (const { owner } of answer.data) assert.equal(owner.username, "owner5");
  for (const username of ["owner5", "owner6"]) {
    const query = { tab: "sell", sort: "crypto_usd_price_asc" } as const;
    const { data } = await visitor.call(listUserOffers, { params: { username }, query });
    assertOrdered(data.map(({ usdPricePerCrypto }) => usdPricePerCrypto));
  }
  assert.equal((await visitor.call(listUserOffers, { params: { username: "nobody9" } })).code, "account.not_found");
});

test("the preview shows the price of a margin, and its rank in the list", async () => {
  const query = {
    type: "sell" as const,
    crypto_currency_code: "BTC" as const,
    currency: "USD",
    "payment-method": "paypal",
  };
  const { cards } = await everything({
    type: "sell",
    currency: "USD",
    "payment-method": "paypal",
    sort: "crypto_usd_price_asc",
  });
  const cheap = await visitor.call(previewOfferPrice, { query: { ...query, margin: "-19" } });
  assert.deepEqual([cheap.data.position, cheap.data.competitors], [1, cards.length]);
  assert.equal(cheap.data.bestPrice, cards[0]?.fiatPricePerCrypto);
  const dear = await visitor.call(previewOfferPrice, { query: { ...query, margin: "49" } });
  assert.equal(dear.data.position, cards.length + 1);
  const fixed = await visitor.call(previewOfferPrice, {
    query: { ...query, fixed_price: cheap.data.fiatPricePerCrypto },
  });
  assert.equal(fixed.data.margin, "-19");
  assert.equal((await visitor.call(previewOfferPrice, { query })).code, "offer.price_missing");
});

test("no offer row is written when the rates move", async () => {
  const before = await db.read((tx) => tx.rows`select sum(xmin::text::bigint) as written from offers`);
  await app.moveClock(3_600_000);
  await db.tx(playRecordedRates);
  const after = await db.read((tx) => tx.rows`select sum(xmin::text::bigint) as written from offers`);
  assert.deepEqual(after, before);
  await app.moveClock(-3_600_000);
});

test("the counters of methods and markets are what is there, whatever happens to offers", async () => {
  await db.tx(async (tx) => {
    const [first, second] = owners;
    await tx.rows`update offers set is_on = false where owner_id = ${first ?? null}`;
    await tx.rows`update offers set hold = 'restricted' where owner_id = ${second}`;
    await tx.rows`update offers set deleted_at = ${tx.now} where owner_id = any (${owners.slice(2, 5)}::bigint[])`;
    await tx.rows`update offers set hold = null where owner_id = ${second}`;
  });
  for (const [counters, key] of [
    ["offer_counts", "side, crypto, fiat, method_id"],
    ["offer_totals", "side, crypto, fiat"],
  ] as const) {
    const { rows } = await app.owner.query(`
      (select ${key}, active_count from ${counters} where active_count <> 0
       except select ${key}, count(*)::int from offers where active group by ${key})
      union all
      (select ${key}, count(*)::int from offers where active group by ${key}
       except select ${key}, active_count from ${counters})`);
    assert.deepEqual(rows, [], counters);
  }
});
