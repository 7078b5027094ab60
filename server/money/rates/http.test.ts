// Guards: choosers, the converter and the countries' lists answer what their screens need, in the language asked for.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  listCountries,
  listCountriesV2,
  listPaymentMethodGroups,
  listPhoneCountries,
  listTags,
} from "#contract/reference/catalog.ts";
import {
  getConverterCurrencies,
  getCurrency,
  getRateChart,
  listCryptoFiatRates,
  listCurrencies,
} from "#contract/money/rates.ts";
import { testApp } from "../../testing/index.ts";

const app = await testApp();
await app.runJob("refresh-rates");
const visitor = app.client();

test("all countries come with Worldwide first, and pages of them fit together", async () => {
  const all = await visitor.call(listCountries, { query: { limit: "500", offset: "0", locale: "de" } });
  assert.equal(all.data[0]?.id, 9999);
  assert.equal(all.data.find(({ iso }) => iso === "DE")?.name, "Deutschland");
  const second = await visitor.call(listCountries, { query: { limit: "10", offset: "10", locale: "de" } });
  assert.deepEqual(second.data, all.data.slice(10, 20));
});

test("a country under embargo is not enabled, and is missing where one verifies", async () => {
  const all = await visitor.call(listCountries);
  assert.equal(all.data.find(({ iso }) => iso === "KP")?.isCountryEnabled, false);
  const verifiable = await visitor.call(listCountriesV2, { query: { kyc: "1", iso_null: "1" } });
  assert.equal(
    verifiable.data.find(({ iso }) => iso === "KP"),
    undefined,
  );
  assert.equal(verifiable.data[0]?.specialCode, "YY");
  const phones = await visitor.call(listPhoneCountries);
  assert.equal(phones.data.find(({ iso }) => iso === "FI")?.code, "358");
});

test("the dollar has id 144, and an unknown code answers the dollar", async () => {
  const answer = await visitor.call(getCurrency, { params: { code: "zzz" } });
  assert.equal(answer.data.id, 144);
  assert.equal(answer.data.rate.usd, "1");
  const naira = await visitor.call(getCurrency, { params: { code: "NGN" }, query: { locale: "de" } });
  assert.equal(naira.data.name.original, "Nigerian Naira");
  assert.notEqual(naira.data.name.localized, naira.data.name.original);
});

test("a list of currencies counts and names the popular ones when asked", async () => {
  const plain = await visitor.call(listCurrencies);
  assert.deepEqual(plain.meta, {});
  const full = await visitor.call(listCurrencies, { query: { "with-popular": "1", count: "1" } });
  assert.equal(full.meta.count, full.data.length);
  assert.ok(full.meta.popular?.includes("NGN"));
});

test("rates say that they are recorded", async () => {
  for (const [locale, localized] of [
    ["es", "chelín keniano"],
    ["en", "Kenyan Shilling"],
  ] as const) {
    const named = await visitor.call(listCryptoFiatRates, { query: { currency: "KES", locale } });
    assert.equal(named.data[0]?.fiatCurrencyName.localized, localized);
  }
  const answer = await visitor.call(listCryptoFiatRates, { query: { currency: "KES" } });
  assert.equal(answer.data.length, 3);
  for (const rate of answer.data) assert.equal(rate.state, "recorded");
});

test("the converter has a chart with dates and rates", async () => {
  const chart = await visitor.call(getRateChart, { query: { range: "month", currency: "EUR" } });
  assert.equal(chart.data.source, "recorded");
  assert.ok(chart.data.chart.length >= 30);
  const choice = await visitor.call(getConverterCurrencies);
  assert.ok(choice.data.fastSearch.length >= 5 && choice.data.popular.length >= choice.data.fastSearch.length);
  const wrong = await visitor.call(getRateChart, { query: { range: "month", currency: "ZZZ" } });
  assert.equal(wrong.code, "rates.unknown");
});

test("tags follow the methods that are named", async () => {
  const cards = await visitor.call(listTags, { query: { "payment-method": "amazon-gift-card,none-such" } });
  assert.ok(cards.data.some(({ slug }) => slug === "e-codes-accepted"));
  const banks = await visitor.call(listTags, { query: { group: "bank-transfers" } });
  assert.ok(!banks.data.some(({ slug }) => slug === "e-codes-accepted"));
  const groups = await visitor.call(listPaymentMethodGroups);
  assert.equal(groups.data.length, 10);
});

test("tags and groups come in the language asked for, and another language is refused on its field", async () => {
  const tags = await visitor.call(listTags, { query: { group: "gift-cards", locale: "es" } });
  const codes = tags.data.find(({ slug }) => slug === "e-codes-accepted");
  assert.deepEqual(codes && [codes.name, codes.description], ["Acepta códigos", "Códigos sin tarjeta de plástico."]);
  const groups = await visitor.call(listPaymentMethodGroups, { query: { locale: "ar" } });
  assert.equal(groups.data.find(({ slug }) => slug === "gift-cards")?.name, "بطاقات هدايا");
  const english = await visitor.call(listPaymentMethodGroups);
  assert.equal(english.data.find(({ slug }) => slug === "gift-cards")?.name, "Gift cards");
  for (const call of [listTags, listPaymentMethodGroups]) {
    const refused = await visitor.call(call, { query: { locale: "de" as "en" } });
    assert.equal(refused.code, "ERROR_INPUT_VALIDATION");
    assert.ok((refused.body.errors as { details: Record<string, unknown> }).details.locale, call.name);
  }
});

test("without live rates a real market writes none, and a demo plays the recording", async () => {
  for (const [demo, least] of [
    [false, 0],
    [true, 100],
  ] as const) {
    const market = await testApp({ config: { demo, liveRates: false } });
    await market.owner.query("delete from rates");
    await market.runJob("refresh-rates");
    const { rowCount } = await market.owner.query("select from rates");
    assert.equal((rowCount ?? 0) >= least && (demo || rowCount === 0), true, `${rowCount} rates`);
  }
});
