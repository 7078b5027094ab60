// Guards: offers that gift cards pay are browsed at an address of their own: its heading, its filters, and the other side there too;
// and the bond that such offers need is deposited and taken back in the pages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkBooks } from "../server/outward/staff/index.ts";
import { anOffer } from "../server/testing/index.ts";
import { assertAccessible, assertFits, look, OTHER_SCREENS, PHONE } from "./look.ts";
import { aGuest, enterAs, openMarket, visit } from "./market.ts";
import { act, confirm, mounted } from "./steps.ts";

const market = await openMarket();
const seller = await aGuest(market, "gina_seller", { coins: { BTC: 100_000_000n } });
const visitor = await aGuest(market, "vito_visitor");
await market.db.tx(async (tx) => {
  await anOffer(tx, seller.id, { payment_method: "amazon-gift-card" });
  await anOffer(tx, seller.id, { payment_method: "paypal" });
});

test("the page of gift cards lists them alone and keeps its address while one filters", {
  timeout: 400_000,
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
  await page.setViewportSize(PHONE.viewport);
  await page.goto("/ar/buy-giftcard/with-any-payment-method?currencyCode=USD");
  await mounted(page);
  await page.getByRole("heading", { name: "شراء BTC ببطاقات الهدايا" }).waitFor();
  await assertFits(page, "gift-card-listing-390");
  await look(page, "gift-card-listing-ar-390");
  assert.deepEqual(visitor.errors, []);
});

test("a reader whose level is below 1 sees what it takes, and the offers when they ask for them", {
  timeout: 400_000,
}, async () => {
  const low = await aGuest(market, "lowell_zero");
  await market.owner.query("update users set granted_level = 0 where id = $1", [low.id]);
  const { page } = low;
  await page.goto("/buy-giftcard/with-any-payment-method?currencyCode=USD");
  await mounted(page);
  await page.getByText("These offers are hidden at your level").waitFor();
  assert.equal(await page.getByText("Amazon Gift Card").count(), 0);
  await assertAccessible(page, "hidden offers");
  await look(page, "gift-card-listing-hidden-1280");
  for (const [name, prefix, browser] of OTHER_SCREENS) {
    const visitor = await visit(market, browser);
    await enterAs(market, visitor, low.id);
    await visitor.page.goto(`${prefix}/buy-giftcard/with-any-payment-method?currencyCode=USD`);
    await mounted(visitor.page);
    await assertFits(visitor.page, `hidden offers at ${name}`);
    await look(visitor.page, `gift-card-listing-hidden-${name}`);
    await visitor.context.close();
  }
  await act(low, "Show them anyway");
  await page.waitForURL(/showAssets=1/);
  await page.getByText("Amazon Gift Card").first().waitFor();
  await page.reload();
  await mounted(page);
  await page.getByText("Amazon Gift Card").first().waitFor();
  await page.goBack();
  await page.getByText("These offers are hidden at your level").waitFor();
  await page.getByRole("link", { name: "Levels and limits" }).first().click();
  await page.waitForURL(/level/);
  assert.deepEqual(low.errors, []);
});

const DARK_PHONE = { ...PHONE, colorScheme: "dark" } as const;

test("an offer by PayPal waits for its owner's bond, is on the market with it, and off when it is taken back", {
  timeout: 400_000,
}, async () => {
  const owner = await aGuest(market, "bonded_owner", { coins: { BTC: 100_000_000n } });
  const { page } = owner;
  await page.goto("/offer-manager/edit");
  await mounted(page);
  await page.getByRole("button", { name: /^Payment method/ }).click();
  await page.getByRole("dialog").getByRole("combobox").fill("PayPal");
  await page.getByRole("dialog").getByRole("option", { name: "PayPal", exact: true }).click();
  await page.getByRole("button", { name: "Publish offer" }).click();
  await page.waitForURL(/my-offers/);
  await mounted(page);
  await page.getByText("This payment method needs your bond. Deposit what is missing above.").waitFor();
  await look(page, "bond-missing-1280");
  await act(owner, "Deposit");
  await page
    .getByRole("dialog")
    .getByText(/0\.000\d+ BTC/)
    .waitFor();
  await look(page, "bond-deposit-1280");
  await confirm(owner, "Deposit");
  await page.getByText("Complete", { exact: true }).waitFor();
  await page.getByText("Active", { exact: true }).first().waitFor();
  await look(page, "bond-complete-1280");

  const phone = await visit(market, DARK_PHONE);
  await enterAs(market, phone, owner.id);
  await phone.page.goto("/ar/dashboard/my-offers?action=withdraw");
  await mounted(phone.page);
  await phone.page.getByRole("dialog").waitFor();
  await assertFits(phone.page, "bond-withdraw-390-ar-dark");
  await look(phone.page, "bond-withdraw-390-ar-dark");

  await act(owner, "Withdraw");
  await look(page, "bond-withdraw-1280");
  await confirm(owner, "Withdraw");
  await page.getByText("This payment method needs your bond. Deposit what is missing above.").waitFor();
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  assert.deepEqual([...owner.errors, ...phone.errors], []);
});
