// Guards: a guest sees the market in the currency of their country until they choose one, and never stands before an empty
// list without a way to the other currencies.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anOffer } from "../server/testing/index.ts";
import { assertFits, drawnScreens, look, PHONE } from "./look.ts";
import { aGuest, openMarket, visit } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const seller = await aGuest(market, "currency_seller", { coins: { BTC: 10_000_000n } });
await market.db.tx((tx) => anOffer(tx, seller.id));

test("a guest's pages follow the region of the browser's language, then what the guest chose", async () => {
  const { page, context, errors } = await visit(market, { locale: "en-KE" });
  await page.goto("/");
  await page.getByRole("heading", { name: "BTC price in KES" }).waitFor();
  await page.goto("/trading/buy-btc/with-any-payment-method");
  await mounted(page);
  // Nobody sells for shillings: the list says so, and one press shows who sells at all.
  assert.equal(await page.getByText("currency_seller").count(), 0);
  await look(page, "currency-empty-1280");
  await page.getByRole("button", { name: "All currencies" }).click();
  await page.getByText("currency_seller").first().waitFor();
  assert.match(page.url(), /currencyCode=any/);

  await page.getByRole("combobox", { name: "Currency" }).selectOption("USD");
  await page.waitForURL(/currencyCode=USD/);
  await page.goto("/");
  await page.getByRole("heading", { name: "BTC price in USD" }).waitFor();
  await page.goto("/trading/buy-btc/with-any-payment-method");
  await page.getByText("currency_seller").first().waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("a filter that finds nothing can be cleared, and the currency as well", async () => {
  const { page, context } = await visit(market, { locale: "en-KE" });
  await page.goto("/trading/buy-btc/with-any-payment-method?fiat-min=7");
  await mounted(page);
  await page.getByRole("region", { name: "Offers" }).getByRole("button", { name: "Clear filters" }).waitFor();
  await page.getByRole("button", { name: "All currencies" }).click();
  await page.waitForURL(/currencyCode=any/);
  await context.close();
});

test("the empty list fits a phone, in the dark and from right to left", async () => {
  for (const [name, prefix, options] of drawnScreens([
    ["390-dark", "", { ...PHONE, colorScheme: "dark" as const }],
    ["390-ar", "/ar", PHONE],
  ] as const)) {
    const { page, context } = await visit(market, { ...options, locale: "en-KE" });
    await page.goto(`${prefix}/trading/buy-btc/with-any-payment-method`);
    await mounted(page);
    await look(page, `currency-empty-${name}`);
    await assertFits(page, name);
    await context.close();
  }
});
