// Guards: offers that gift cards pay are browsed at an address of their own: its heading, its filters, and the other side there too.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anOffer } from "../server/testing/index.ts";
import { assertFits, look } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const seller = await aGuest(market, "gina_seller", { coins: { BTC: 100_000_000n } });
const visitor = await aGuest(market, "vito_visitor");
await market.db.tx(async (tx) => {
  await anOffer(tx, seller.id, { payment_method: "amazon-gift-card" });
  await anOffer(tx, seller.id, { payment_method: "paypal" });
});

test("the page of gift cards lists them alone and keeps its address while one filters", {
  timeout: 120_000,
}, async () => {
  const { page } = visitor;
  await page.goto("/buy-giftcard/with-any-payment-method?currencyCode=USD");
  await mounted(page);
  await page.getByRole("heading", { name: "Buy BTC with gift cards" }).waitFor();
  assert.match(await page.title(), /^Buy BTC with gift cards/);
  await page.getByText("Amazon Gift Card").first().waitFor();
  assert.equal(await page.getByText("PayPal", { exact: true }).count(), 0);
  const canonical = await page.locator('link[rel="canonical"]').getAttribute("href");
  assert.match(canonical ?? "", /\/buy-giftcard\/with-any-payment-method$/);
  await look(page, "gift-card-listing-1280");
  await page.getByLabel("First digits of the card (BIN)").first().fill("4111");
  await page.keyboard.press("Tab");
  await page.waitForURL(/\/buy-giftcard\/with-any-payment-method\?.*binCode=4111/);
  await page.locator('a[href*="/sell-giftcard/"]').first().click();
  await page.waitForURL(/\/sell-giftcard\/with-any-payment-method/);
  await page.getByRole("heading", { name: "Sell BTC for gift cards" }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/ar/buy-giftcard/with-any-payment-method?currencyCode=USD");
  await mounted(page);
  await page.getByRole("heading", { name: "شراء BTC ببطاقات الهدايا" }).waitFor();
  await assertFits(page, "gift-card-listing-390");
  await look(page, "gift-card-listing-ar-390");
  assert.deepEqual(visitor.errors, []);
});
