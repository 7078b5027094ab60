// Guards: whoever's offer is taken reads it over whatever page they are on, with what was started, and comes to it by one press;
// the numbers in the head are asked for each minute while the live channel is cut, and not while it is there.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { anOffer } from "../server/testing/index.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted, startTrade } from "./steps.ts";

const market = await openMarket();
const COUNTS = ["/rest/v1/trade/active", "/rest/v1/notifications"];

test("a trade on one's offer is shown over the page, and one press leads to it", { timeout: 400_000 }, async () => {
  const seller = await aGuest(market, "taken_seller", { coins: { BTC: 10_000_000n } });
  const buyer = await aGuest(market, "taken_buyer");
  const offer = await market.db.tx((tx) => anOffer(tx, seller.id));
  await seller.page.setViewportSize(PHONE.viewport);
  await seller.page.goto("/wallet");
  await mounted(seller.page);
  const path = await startTrade(buyer, offer, "100");
  const dialog = seller.page.getByRole("dialog", { name: "New trade on your offer" });
  await dialog.waitFor();
  for (const words of ["taken_buyer", "100 USD", "Payment window"])
    await dialog.getByText(words, { exact: false }).first().waitFor();
  await look(seller.page, "new-trade-390");
  await assertFits(seller.page, "new-trade-390");
  await dialog.getByRole("link", { name: "Open the trade" }).click();
  await seller.page.waitForURL(`**${path}`);
});

/** Which of the counts are asked for while the page's clock goes on by so long. */
async function askedWithin(page: Page, seconds: number): Promise<string[]> {
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(new URL(request.url()).pathname));
  await page.clock.runFor(seconds * 1000);
  await page.waitForTimeout(1000);
  return COUNTS.filter((path) => asked.has(path));
}

test("while the live channel is cut the counts are asked for each minute, and not while it is there", {
  timeout: 400_000,
}, async () => {
  const cut = await aGuest(market, "polling");
  await cut.page.routeWebSocket(/\/live/, (socket) => void socket.close());
  const live = await aGuest(market, "listening");
  for (const { page } of [cut, live]) {
    await page.clock.install();
    await page.goto("/dashboard");
    await mounted(page);
    await page.clock.runFor(3000);
    await page.waitForTimeout(1000);
  }
  assert.deepEqual(await askedWithin(live.page, 130), []);
  assert.deepEqual(await askedWithin(cut.page, 70), COUNTS);
});

test("a trade that is found while the live channel is cut is shown over the page as well", {
  timeout: 400_000,
}, async () => {
  const seller = await aGuest(market, "cut_off_seller", { coins: { BTC: 10_000_000n } });
  const buyer = await aGuest(market, "cut_off_buyer");
  const offer = await market.db.tx((tx) => anOffer(tx, seller.id));
  await seller.page.routeWebSocket(/\/live/, (socket) => void socket.close());
  await seller.page.clock.install();
  await seller.page.goto("/wallet");
  await mounted(seller.page);
  await seller.page.clock.runFor(3000);
  const path = await startTrade(buyer, offer, "100");
  const dialog = seller.page.getByRole("dialog", { name: "New trade on your offer" });
  for (let minute = 0; minute < 3 && (await dialog.count()) === 0; minute += 1) {
    await seller.page.clock.runFor(61_000);
    await seller.page.waitForTimeout(1500);
  }
  await dialog.getByText("cut_off_buyer").waitFor();
  await look(seller.page, "new-trade-found-1280");
  assert.equal(await dialog.getByRole("link", { name: "Open the trade" }).getAttribute("href"), path);
});
