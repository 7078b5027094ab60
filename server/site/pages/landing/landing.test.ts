// Guards: every landing module has its blocks in every language, and its figures are those of the market.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { LOCALES } from "#contract/platform/locales.ts";
import { getLanding } from "#contract/site/landing.ts";
import { LANDING_MODULES } from "#contract/site/landing-modules.ts";
import { aMarket, testApp } from "../../../testing/index.ts";
import { freshRates } from "../../../testing/market/trades.ts";

const app = await testApp();
await freshRates(app);
const client = app.client();

test("the embedded app has a route for each module", () => {
  const file = join(import.meta.dirname, "../../../../web/apps/landing/app.json");
  const { sdkVersion, routes } = JSON.parse(readFileSync(file, "utf8"));
  assert.equal(sdkVersion, "0.28.0");
  assert.deepEqual(routes, [...LANDING_MODULES]);
});

test("every module has a title, a lead and something to do or to read, in every language", async () => {
  for (const module of LANDING_MODULES)
    for (const locale of LOCALES) {
      const { data } = await client.call(getLanding, { params: { module }, query: { locale } });
      assert.equal(data.module, module);
      assert.ok(data.title && data.lead, `${module} in ${locale}`);
      assert.ok(data.actions.length > 0 || data.note || data.html, `${module} in ${locale}`);
      const prefix = locale === "en" ? "/" : `/${locale}/`;
      for (const { href } of data.actions) assert.ok(href.startsWith(prefix), `${module} in ${locale}: ${href}`);
      if (locale !== "en") assert.notEqual(data.lead, (await english(module)).lead, `${module} in ${locale}`);
    }
});

const english = async (module: (typeof LANDING_MODULES)[number]) =>
  (await client.call(getLanding, { params: { module } })).data;

test("a module has the prices and the offers of this moment, in the reader's language", async () => {
  assert.match((await english("swap")).html, /[\d,.]+ USD/);
  const vietnam = await english("vietnam");
  assert.equal(vietnam.numbers[0]?.name, "Market price of 1 BTC");
  assert.match(vietnam.numbers[0]?.value ?? "", /^[\d,.]+ VND$/);
  assert.equal(vietnam.offers, null);
  const { offer } = await aMarket(app, { fiat_currency_code: "VND", range_min: "500000", range_max: "20000000" });
  const asked = { params: { module: "vietnam" }, query: { locale: "vi-VN" as "vi" } } as const;
  const { offers } = (await client.call(getLanding, asked)).data;
  assert.equal(offers?.lines[0]?.href, `/vi/offer/${offer}`);
  assert.match(offers?.lines[0]?.price ?? "", /VND$/);
});

test("a module that does not exist is not found", async () => {
  const answer = await client.call(getLanding, { params: { module: "nothing" as never } });
  assert.equal(answer.code, "request.not_found");
});
