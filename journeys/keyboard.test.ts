// Guards: the whole job by the keyboard alone: find an offer, start, pay, release; dialogs give the focus back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_PASSWORD, anOffer } from "../server/testing/index.ts";
import type { Locator, Page } from "playwright-core";
import { aGuest, sharedMarket } from "./market.ts";
import { assertAccessible } from "./look.ts";
import { every, mounted, sees, tradeStarted } from "./steps.ts";

const market = await sharedMarket();
const seller = await aGuest(market, "key_seller", { coins: { BTC: 10_000_000n } });
const buyer = await aGuest(market, "key_buyer");
const offer = await market.db.tx((tx) => anOffer(tx, seller.id));
await market.db.tx((tx) => anOffer(tx, seller.id, { payment_method: "paypal" }));
const MOST_TABS = 120;
const isFocused = (element: { matches(selector: string): boolean }) => element.matches(":focus");
/** Presses Tab until the focus is there. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.first().waitFor();
  for (let press = 0; press < MOST_TABS; press++) {
    if (await wanted.first().evaluate(isFocused)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the focus never came to ${wanted}`);
}
async function pressOn(page: Page, wanted: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).locator("visible=true");
test("a picker, a dialog and a menu open, close and give the focus back by keys", { timeout: 400_000 }, async () => {
  const { page } = buyer;
  await page.goto("/trading/buy-btc");
  await mounted(page);
  const picker = page.locator("button[aria-haspopup=dialog]").first();
  await pressOn(page, picker);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").waitFor();
  await assertAccessible(page, "the open picker");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.locator("button[aria-haspopup=dialog]:focus").waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByRole("combobox").waitFor();
  await page.keyboard.type("paypal");
  await dialog
    .getByRole("option", { name: /^PayPal/ })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/trading\/buy-btc\/paypal/);
});
test("a trade from the search to the release by keys alone", { timeout: 400_000 }, async () => {
  const { page } = buyer;
  await page.goto("/trading/buy-btc/with-any-payment-method?currencyCode=USD");
  await mounted(page);
  await pressOn(page, page.locator(`main ul > li a[href*="/offer/${offer}"]`).filter({ hasText: /Buy/ }));
  await page.waitForURL(/\/offer\//);
  await mounted(page);
  await tabTo(page, page.getByLabel(/^You pay$/));
  await page.keyboard.type("100");
  await page.keyboard.press("Enter");
  await tradeStarted(page);
  const path = new URL(page.url()).pathname;
  await pressOn(page, button(page, "Show payment details"));
  await pressOn(page, button(page, "I have paid"));
  const asked = page.getByRole("dialog");
  await asked.waitFor();
  await assertAccessible(page, "the question before it is paid");
  await pressOn(page, asked.getByRole("button", { name: "I have paid" }));
  await page.getByText("The seller is checking the payment").first().waitFor();
  // The button that asked is gone: the focus is on what comes next, not lost.
  await page.locator("main h2:focus").waitFor();

  const { page: sellers } = seller;
  await sellers.goto(path);
  await mounted(sellers);
  await pressOn(sellers, button(sellers, "Release coins"));
  const dialog = sellers.getByRole("dialog");
  for (const box of await every(dialog.getByRole("checkbox"))) await pressOn(sellers, box, "Space");
  await pressOn(sellers, dialog.getByRole("button", { name: "Release coins" }));
  const question = sellers.getByRole("dialog", { name: "Confirm that it is you" });
  await question.locator("input:focus").waitFor();
  // A bubble of the browser is in the browser's language, not in the page's.
  assert.equal(await question.locator("form").getAttribute("novalidate"), "");
  await assertAccessible(sellers, "the question for the password");
  await sellers.keyboard.type(TEST_PASSWORD);
  await sellers.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await sellers.locator("main h2:focus").waitFor();
  await sees(buyer, "Trade completed. The coins are in your wallet.");
});
