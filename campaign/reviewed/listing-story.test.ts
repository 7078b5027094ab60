// Guards: what a listing finds by each filter, in which order and on which page; favorites, profiles' tabs and previews.
// Surveys: ^server/market/(listing|my-offers)/|^server/market/offers/(rows|taker|rank|owner)
import { test } from "node:test";
import { changeRelation } from "#contract/accounts.ts";
import * as catalog from "#contract/catalog.ts";
import type { QueryOf } from "#contract/endpoint.ts";
import * as favorites from "#contract/favorites.ts";
import type { OfferBody } from "#contract/my-offers.ts";
import * as calls from "#contract/offers.ts";
import { holds } from "./holds.ts";
import { type Actor, openStory } from "./story.ts";

const story = await openStory({ withoutTables: ["sessions", "ledger_accounts", "postings", "events"] });
const { app, act, does } = story;
const units = { BTC: 100_000_000n, ETH: 2_000_000_000_000_000_000n, USDT: 5_000_000_000n };
const odo = await story.person("odo", { units });
const ivy = await story.person("ivy", { units: { BTC: 700_000n }, country: "FR", level: 1 });
const uma = await story.person("uma", { units, country: "NG" });
const tia = await story.person("tia", { country: "FR", level: 1 });
const ben = await story.person("ben", { country: "NG" });

const names = new Map<string, string>();
async function stands(owner: Actor, name: string, changes: Partial<OfferBody> = {}): Promise<void> {
  const made = await story.offer(owner, changes);
  names.set(made, name);
}
const hashOf = (name: string) => [...names].find(([, known]) => known === name)?.[0] ?? name;

/** Says which offers an answer names, in its order, and everything that stands around them. */
async function finds(who: Actor, what: string, ask: () => Promise<{ status: number; body: Record<string, unknown> }>) {
  await act(`${who.name} ${what}`, async () => {
    const { status, body } = await ask();
    const data = Array.isArray(body.data)
      ? (body.data as { hash: string }[]).map(({ hash }) => names.get(hash))
      : body.errors;
    return { status, body: { data, meta: body.meta } };
  });
}
type Query = QueryOf<typeof calls.listOffers>;
const looksFor = (query: Query, who: Actor = story.guest) =>
  finds(who, `looks for ${JSON.stringify(query)}`, () => who.client.call(calls.listOffers, { query }));

async function market(): Promise<void> {
  const fixed = { margin: undefined, fixed_price: "78500" } as unknown as Partial<OfferBody>;
  await stands(odo, "plain");
  await stands(odo, "cheap paypal", {
    payment_method: "paypal",
    margin: "-1",
    range_min: "50",
    range_max: "60",
    tags: ["no-id-needed"],
  });
  await stands(odo, "fixed revolut", {
    payment_method: "revolut",
    ...fixed,
    tags: ["no-id-needed", "photo-id-required"],
  });
  await stands(odo, "euros", { fiat_currency_code: "EUR", margin: "5", range_min: "100", range_max: "100" });
  await stands(odo, "yen", { fiat_currency_code: "JPY", range_min: "5000", range_max: "20000", margin: "0" });
  await stands(odo, "naira", { fiat_currency_code: "NGN", range_min: "50000", range_max: "900000", margin: "12" });
  await stands(odo, "dollars by fixed euros", { fiat_currency_code: "EUR", payment_method: "paypal", ...fixed });
  await stands(ivy, "little", { range_max: "900", margin: "1" });
  await stands(ivy, "buys", { offer_type: "buy", margin: "-2", range_min: "30", range_max: "40" });
  await stands(ivy, "buys high", { offer_type: "buy", margin: "3", payment_method: "paypal" });
  await stands(ivy, "verified only", { payment_method: "zelle-pay", require_verified_id: true, margin: "4" });
  await stands(uma, "trusted only", { show_only_trusted_user: true, margin: "0.5" });
  await stands(uma, "third trade", { payment_method: "paypal", require_min_past_trades: 2, margin: "0.25" });
  await stands(uma, "french", {
    payment_method: "m-pesa",
    country_limitation_type: "allowed",
    country_limitation_list: ["FR"],
  });
  await stands(uma, "not french", {
    payment_method: "wise-transferwise",
    country_limitation_type: "disallowed",
    country_limitation_list: ["FR"],
  });
  await stands(uma, "cards", {
    payment_method: "visa-gift-card",
    bin_codes: ["4111", "555555"],
    card_regions: ["US"],
    tags: ["verified-users-only"],
  });
  await stands(uma, "more cards", {
    payment_method: "amazon-gift-card",
    card_regions: ["US", "DE"],
    margin: "20",
    predefined_amount: ["25", "50"],
  });
  await stands(uma, "ether", { crypto_currency_code: "ETH" });
  await stands(uma, "tether", {
    crypto_currency_code: "USDT",
    payment_country: "NG",
    payment_method_label: "Any bank",
    offer_cap: { amount: "100", active: true },
  });
  await stands(uma, "gone", { payment_method: "bank-transfer", payment_country: "DE", is_active: false });
  await app.owner.query("update offers set release_sec = 60, is_featured = true where hash = $1", [hashOf("little")]);
  await app.owner.query("update offers set release_sec = 600, rank = 900, is_stickied = true where hash = $1", [
    hashOf("fixed revolut"),
  ]);
  await app.owner.query("update offers set release_sec = 30 where hash = $1", [hashOf("trusted only")]);
  await app.owner.query("update offers set owner_badge = 'power_trader', owner_online = false where owner_id = $1", [
    uma.id,
  ]);
  await app.owner.query(
    `insert into user_reputation (user_id, badge, feedback_positive, feedback_negative, trades_total, partners_total, month_trades,
       month_successful, trades_successful) values ($1, 'power_trader', 9, 2, 12, 5, 3, 2, 10), ($2, 'no_badge', 1, 0, 3, 2, 2, 2, 2),
       ($3, 'no_badge', 0, 0, 2, 1, 2, 2, 2)`,
    [uma.id, odo.id, tia.id],
  );
}

const SORTS = [
  "default",
  "crypto_usd_price_asc",
  "crypto_usd_price_desc",
  "release_time_asc",
  "release_time_desc",
] as const;
const USD = { currency: "USD" } as const;
const FILTERS: readonly Query[] = [
  {},
  { type: "buy" },
  { type: "sell" },
  { crypto_currency_id: "6" },
  { crypto_currency_id: "9" },
  { crypto_currency_id: "99" },
  USD,
  { currency: "QQQ" },
  { currency: "CHF" },
  { "payment-method": "paypal" },
  { "payment-method": "paypal, revolut" },
  { "payment-method": "with-any-payment-method" },
  { "payment-method": "no-such-method" },
  { group: "gift-cards" },
  { group: "online-transfers", "payment-method": "paypal,visa-gift-card" },
  { group: "all-payment-methods" },
  { ...USD, group: "bank-transfers" },
  { ...USD, "fiat-min": "50" },
  { ...USD, "fiat-min": "60" },
  { ...USD, "fiat-min": "60.01" },
  { ...USD, "fiat-min": "49.99" },
  { ...USD, "fiat-min": "1000" },
  { ...USD, "fiat-min": "1000.01" },
  { ...USD, "fiat-min": "1.001" },
  { ...USD, amount_range_min: "900.01" },
  { ...USD, amount_range_max: "24.99" },
  { ...USD, amount_range_min: "61", amount_range_max: "70" },
  { currency: "EUR", "fiat-min": "100" },
  { currency: "EUR", "fiat-min": "100", convertFromUSD: "1" },
  { currency: "JPY", "fiat-min": "50", convertFromUSD: "1" },
  { "fiat-min": "50" },
  { "fiat-min": "5" },
  { amount_range_min: "300" },
  { tags: "no-id-needed" },
  { tags: "no-id-needed,photo-id-required" },
  { tags: "no-such-tag" },
  { user_badges: "power_trader" },
  { user_badges: "no_badge,expert_trader" },
  { users_country_iso: "FR" },
  { visitor_country_iso: "FR" },
  { visitor_country_iso: "DE" },
  { online_users: "1" },
  { online_users: "true" },
  { online_users: "0" },
  { verified_users: "1" },
  { verified_offers: "1" },
  { newbieOffers: "1" },
  { acceptable_only: "1" },
  { binCode: "4111" },
  { binCode: "41112222" },
  { binCode: "5555" },
  { binCode: "5555551" },
  { cardRegion: "DE" },
  { limit: "2" },
  { limit: "2", page: "2" },
  { limit: "5", page: "4" },
  { ...USD, limit: "3", page: "2", sort: "crypto_usd_price_asc" },
  { limit: "3", page: "2", sort: "crypto_usd_price_desc" },
  { ...USD, limit: "3", page: "2", sort: "release_time_asc", online_users: "1" },
  { page: "50" },
];

async function filters(): Promise<void> {
  for (const query of FILTERS) await looksFor(query);
  for (const sort of SORTS) for (const query of [{}, USD, { type: "buy" }] as const) await looksFor({ ...query, sort });
  for (const who of [tia, ben, ivy]) {
    await looksFor({ acceptable_only: "1" }, who);
    await looksFor({ ...USD, withFavorites: "1", limit: "4" }, who);
  }
}

/** More than a block of forty: each owner has two before anybody has a third. */
async function turns(): Promise<void> {
  const { rows: methods } = await app.owner.query<{ id: number }>(
    "select method_id as id from offers where hash = $1",
    [hashOf("plain")],
  );
  await act("sixty offers more in Swiss francs stand", async () => {
    await app.owner.query("drop index offers_no_duplicate");
    await app.owner.query(
      `insert into offers (hash, owner_id, side, crypto, fiat, method_id, method_group, margin_bp, amount_type, min_units,
         max_units, payment_window_min, terms, trade_details, is_on, fee_bp, owner_country, owner_online, rank, created_at, updated_at)
       select 'more' || lpad(n::text, 10, '0'), case when n % 9 = 0 then $1::bigint when n % 7 = 0 then $2::bigint else $3::bigint end,
         'sell', 'BTC', 'CHF', $4, 'bank-transfers', 100 + n % 5, 'min_max', 2000, 100000, 60, 'terms', 'details', true, 50, 'DE',
         true, 2000 - n / 2 * 3, market_now(), market_now() from generate_series(1, 60) as n`,
      [ivy.id, uma.id, odo.id, methods[0]?.id],
    );
    for (let number = 1; number <= 60; number++) names.set(`more${String(number).padStart(10, "0")}`, `${number}`);
  });
  for (const page of ["1", "2", "4", "5", "6", "7"]) await looksFor({ currency: "CHF", page });
  await looksFor({ currency: "CHF", page: "2", limit: "50" });
  for (const sort of SORTS) await looksFor({ currency: "CHF", limit: "30", sort });
}

async function keeping(): Promise<void> {
  const keeps = (who: Actor, name: string) =>
    does(who, `keeps "${name}"`, favorites.addFavoriteOffer, { params: { id: hashOf(name) } });
  const drops = (who: Actor, name: string) =>
    does(who, `lets "${name}" go`, favorites.removeFavoriteOffer, { params: { id: hashOf(name) } });
  const lists = (who: Actor, query: QueryOf<typeof favorites.listFavoriteOffers>) =>
    finds(who, `lists kept ones ${JSON.stringify(query)}`, () =>
      who.client.call(favorites.listFavoriteOffers, { query }),
    );
  for (const name of ["plain", "euros", "buys", "fixed revolut", "plain", "gone"]) await keeps(tia, name);
  await keeps(ben, "plain");
  await keeps(tia, "aaaaaaaaaaaaaa");
  await looksFor({ ...USD, withFavorites: "1", limit: "4" }, tia);
  await does(tia, "sees what she keeps", calls.listOffers, { query: { ...USD, withFavorites: "1", limit: "2" } });
  await does(tia, "sees the same", calls.listOffers, { query: { ...USD, limit: "2" } });
  for (const sort of SORTS) await lists(tia, { sort, type: "sell" });
  await lists(tia, { type: "buy" });
  await lists(tia, {});
  await lists(tia, { page: "2" });
  await act("an offer that is kept is deleted", async () => {
    await app.owner.query("update offers set deleted_at = market_now(), is_on = false where hash = $1", [
      hashOf("euros"),
    ]);
  });
  await lists(tia, {});
  await keeps(ben, "euros");
  await drops(tia, "euros");
  await drops(tia, "plain");
  await drops(tia, "aaaaaaaaaaaaaa");
  await lists(tia, {});
  await lists(ben, {});
  await act("two may be kept", async () => {
    await app.owner.query(
      "insert into settings (name, value, changed_at) values ('offers.max_favorites', '2', market_now())",
    );
  });
  await keeps(ben, "little");
  await keeps(ben, "buys");
  await keeps(ben, "little");
}

async function profiles(): Promise<void> {
  const tab = (username: string, query: QueryOf<typeof calls.listUserOffers> = {}, who: Actor = story.guest) =>
    finds(who, `opens the tab of ${username} ${JSON.stringify(query)}`, () =>
      who.client.call(calls.listUserOffers, { params: { username }, query }),
    );
  for (const sort of SORTS) await tab("odo", { sort });
  await tab("ODO", { tab: "buy" }, tia);
  await tab("ivy", { tab: "buy", sort: "crypto_usd_price_asc" });
  await tab("uma", { crypto_currency_code: "ETH" });
  await tab("uma", { page: "2" });
  await tab("nobody");
}

async function aside(): Promise<void> {
  for (const query of [
    {},
    { type: "buy" },
    { crypto_currency_id: "6" },
    { crypto_currency_id: "77" },
    { currency: "EUR" },
  ] as const)
    await does(story.guest, `counts ${JSON.stringify(query)}`, calls.countOfferFacets, { query });
  const preview = (query: Partial<QueryOf<typeof calls.previewOfferPrice>>) =>
    does(story.guest, `asks for a price ${JSON.stringify(query)}`, calls.previewOfferPrice, {
      query: { type: "sell", crypto_currency_code: "BTC", currency: "USD", ...query } as never,
    });
  for (const query of [
    {},
    { margin: "2" },
    { margin: "2", fixed_price: "80000" },
    { margin: "-20" },
    { margin: "-19.99" },
    { margin: "-99.99" },
    { margin: "-100" },
    { margin: "1.234" },
    { type: "buy", margin: "20" },
    { type: "buy", margin: "19.99" },
    { fixed_price: "80000" },
    { fixed_price: "0" },
    { fixed_price: "999999999999" },
    { margin: "0", currency: "QQQ" },
    { margin: "0", currency: "EUR" },
    { margin: "-0.5", "payment-method": "paypal" },
    { margin: "0", "payment-method": "other-bank-transfer" },
    { margin: "1", "payment-method": "other-bank-transfer" },
    { fixed_price: "78500", "payment-method": "revolut" },
    { type: "buy", margin: "0", "payment-method": "paypal" },
    { type: "buy", margin: "3", "payment-method": "paypal" },
  ] as const)
    await preview(query);
  for (const query of [{}, { country: "FR" }, { country: "NG" }] as const)
    await act(`popular methods ${JSON.stringify(query)}`, async () => {
      const { status, data } = await story.guest.client.call(catalog.listPopularPaymentMethods, { query });
      return {
        status,
        body: data.popular.map((method) => `${method.slug} ${method.buyOffersCount}+${method.sellOffersCount}`),
      };
    });
  for (const query of [
    {},
    { group: "gift-cards" },
    { group: "all-payment-methods" },
    { country: "NG" },
    { group: "gift-cards", country: "NG" },
  ] as const)
    await act(`methods ${JSON.stringify(query)}`, async () => {
      const { status, data } = await story.guest.client.call(catalog.listPaymentMethods, { query });
      return { status, body: { count: data.length, first: data[0], last: data.at(-1) } };
    });
  for (const query of [{}, { crypto: "eth" }, { crypto: "btc" }, { crypto: "doge" }] as const)
    await does(story.guest, `asks for paypal ${JSON.stringify(query)}`, catalog.getPaymentMethod, {
      params: { slug: "paypal" },
      query,
    });
  await does(story.guest, "asks for no method", catalog.getPaymentMethod, { params: { slug: "no-such" }, query: {} });
}

async function hidden(): Promise<void> {
  const relates = (who: Actor, username: string, action: "blocked" | "unblocked") =>
    does(who, `says ${action} of ${username}`, changeRelation, { params: { username }, body: { action } });
  await relates(tia, "ivy", "blocked");
  await looksFor({ ...USD, limit: "50", sort: "crypto_usd_price_asc" }, tia);
  await looksFor({ ...USD, limit: "50", sort: "crypto_usd_price_asc" }, ivy);
  await looksFor({ ...USD, limit: "50", sort: "crypto_usd_price_asc" }, ben);
  await relates(tia, "ivy", "unblocked");
  await relates(ben, "odo", "blocked");
  await looksFor({ ...USD, limit: "50" }, odo);
  for (const name of ["plain", "tether", "cards", "fixed revolut", "little", "gone", "euros"])
    for (const who of [tia, uma])
      await does(who, `opens "${name}"`, calls.getOffer, { params: { id: hashOf(name) }, query: {} });
}

test("each listing answers what was reviewed", async () => {
  await market();
  await act("the market stands", async () => undefined);
  await filters();
  await keeping();
  await profiles();
  await aside();
  await hidden();
  await turns();
  holds("listing-story", story.tape.lines);
});
