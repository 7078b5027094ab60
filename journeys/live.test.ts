// Guards: changes appear on open pages without a reload: in another tab, after an interrupted connection, on any open page, and where no
// live line can be opened; signing out leads every tab to the door.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "node:test";
import { anOffer } from "../server/testing/index.ts";
import type { Page } from "playwright-core";
import { PHONE, assertFits, look } from "./look.ts";
import { act, chatLine, confirm, mounted, openTrade, releaseTrade, say, sees, startTrade } from "./steps.ts";
import { type Guest, aGuest, sharedMarket, visit } from "./market.ts";

const market = await sharedMarket();
const seller = await aGuest(market, "live_seller", { coins: { BTC: 100_000_000n } });
const buyer = await aGuest(market, "live_buyer");
const offer = await market.db.tx((tx) => anOffer(tx, seller.id));
const TEN_MINUTES_MS = 600_000;
const WORDS = ["The first line", "The second line", "The third line"];
const COUNTS = ["/rest/v1/trade/active", "/rest/v1/notifications"];

/** The same person in another tab of the same browser. */
async function secondTab({ context }: Guest, path: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(path);
  await mounted(page);
  return page;
}

/** Calls that read something, from now on. */
function readsOf(page: Page): string[] {
  const reads: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/rest/")) reads.push(pathname);
  });
  return reads;
}

/** The page's calls to the server, from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (["fetch", "xhr"].includes(request.resourceType())) calls.push(new URL(request.url()).pathname);
  });
  return calls;
}

const priceOn = async (page: Page) => (await page.locator("main dl dd bdi").first().textContent()) ?? "";

/** How long the page took to show another price. */
async function msUntilMoved(page: Page, before: string): Promise<number> {
  const fromMs = performance.now();
  while ((await priceOn(page)) === before && performance.now() - fromMs < 30_000) await page.waitForTimeout(20);
  return performance.now() - fromMs;
}

async function openOffer(page: Page): Promise<void> {
  await page.goto(`/offer/${offer}`);
  await mounted(page);
}

test("what is done in one tab shows in the others, which ask for nothing", { timeout: 400_000 }, async () => {
  const dashboard = await secondTab(buyer, "/dashboard");
  await dashboard.getByText("No open trades").or(dashboard.getByRole("heading")).first().waitFor();
  const listReads = readsOf(dashboard);
  const path = await startTrade(buyer, offer, "100");
  await dashboard
    .getByRole("link", { name: /live_seller/ })
    .first()
    .waitFor();

  const other = await secondTab(buyer, path);
  // The files that a page loads after the mount are not caused by changes elsewhere.
  await other.waitForLoadState("networkidle");
  const tradeReads = readsOf(other);
  await openTrade(seller, path);
  await act(buyer, "Show payment details");
  await other.getByRole("button", { name: "I have paid", exact: true }).first().waitFor();
  await act(buyer, "I have paid");
  await confirm(buyer, "I have paid");
  await other.getByText("The seller is checking the payment").first().waitFor();
  await say(buyer, "Sent just now");
  await chatLine(other, "Sent just now").waitFor();
  assert.deepEqual(tradeReads, []);
  await releaseTrade(seller);
  await sees(buyer, "Trade completed. The coins are in your wallet.");
  await other.getByRole("heading", { name: "Trade completed. The coins are in your wallet." }).waitFor();
  await dashboard
    .getByRole("link", { name: /live_seller/ })
    .first()
    .waitFor({ state: "detached" });
  // Live messages do not carry the reviews of both sides and the possibility of a chargeback.
  assert.deepEqual(
    tradeReads.filter((read) => !/feedback|\/chargeback$/.test(read)),
    [],
  );
  assert.deepEqual(listReads, []);
  await other.close();
  await dashboard.close();
});

test("words and a payment reach a seller whose line was cut while they came", { timeout: 400_000 }, async () => {
  const path = await startTrade(buyer, offer, "100");
  await openTrade(seller, path);
  await say(buyer, "Hello before the cut");
  await seller.page.getByText("Hello before the cut").waitFor();
  await seller.page.evaluate("window.isTheSamePage = true");

  await seller.context.setOffline(true);
  const cutAt = performance.now();
  for (const words of WORDS) {
    await buyer.page.getByLabel("Write a message").fill(words);
    await buyer.page.keyboard.press("Enter");
  }
  await chatLine(buyer.page, "The third line").waitFor();
  await act(buyer, "Show payment details");
  await act(buyer, "I have paid");
  await confirm(buyer, "I have paid");
  await seller.page.getByText("You are offline").waitFor();
  await look(seller.page, "live-cut-1280");
  await pause(Math.max(0, 5000 - (performance.now() - cutAt)));
  assert.equal(await seller.page.getByText("The third line").count(), 0, "the line was not cut at all");
  await seller.context.setOffline(false);

  await sees(seller, "The buyer marked the trade as paid. Check your account, then release the coins.");
  const lines = await chatLine(seller.page, /line$/).allTextContents();
  assert.deepEqual(lines, WORDS, "every word once, in order, however quickly it was written");
  assert.equal(await seller.page.evaluate("window.isTheSamePage"), true, "the page was loaded again");
  await releaseTrade(seller);
  await sees(buyer, "Trade completed. The coins are in your wallet.");
});

test("a trade on one's offer is shown over the page, and one press leads to it", { timeout: 400_000 }, async () => {
  await seller.page.setViewportSize(PHONE.viewport);
  await seller.page.goto("/wallet");
  await mounted(seller.page);
  const daily = await market.db.tx((tx) => anOffer(tx, seller.id, { payment_method: "paypal", payment_window: 1440 }));
  const path = await startTrade(buyer, daily, "100");
  const dialog = seller.page.getByRole("dialog", { name: "New trade on your offer" });
  await dialog.waitFor();
  for (const words of ["live_buyer", "100 USD", "Payment window", "24 h"])
    await dialog.getByText(words, { exact: false }).first().waitFor();
  await look(seller.page, "new-trade-390");
  await assertFits(seller.page, "new-trade-390");
  await dialog.getByRole("link", { name: "Open the trade" }).click();
  await seller.page.waitForURL(`**${path}`);
  await seller.page.setViewportSize({ width: 1280, height: 900 });
});

/** Which of the counts are asked for while the page's clock goes on by so long; waits a while for those that are expected. */
async function askedWithin(page: Page, seconds: number, expected: readonly string[]): Promise<string[]> {
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(new URL(request.url()).pathname));
  await page.clock.runFor(seconds * 1000);
  await page.waitForTimeout(1000);
  for (let tries = 0; tries < 100 && !expected.every((path) => asked.has(path)); tries++)
    await page.waitForTimeout(100);
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
  assert.deepEqual(await askedWithin(live.page, 130, []), []);
  assert.deepEqual(await askedWithin(cut.page, 70, COUNTS), COUNTS);
});

test("rates move, and the open pages of a guest and of a member show it within two seconds, without a call", {
  timeout: 400_000,
}, async () => {
  const [guest, member] = [await visit(market), await aGuest(market, "price_member")];
  for (const { page } of [guest, member]) {
    const entered = page
      .waitForEvent("websocket")
      .then((socket) =>
        socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes('"channel":"rates:BTC/')),
      );
    await openOffer(page);
    await entered;
  }
  const pages = [guest.page, member.page];
  for (const page of pages) await page.waitForLoadState("networkidle");
  const [first, calls] = [await priceOn(guest.page), pages.map(callsOf)];
  assert.match(first, /^\S*\d/);
  await market.moveClock(TEN_MINUTES_MS);
  for (const took of await Promise.all(pages.map((page) => msUntilMoved(page, first))))
    assert.ok(took < 2000, `the price moved after ${took} ms`);
  assert.equal(await priceOn(guest.page), await priceOn(member.page));

  const second = await priceOn(guest.page);
  await market.moveClock(TEN_MINUTES_MS);
  assert.ok((await msUntilMoved(guest.page, second)) < 2000);
  assert.deepEqual(calls, [[], []], "a page sent a call although it receives live messages");
  const shown = await priceOn(guest.page);
  await guest.page.reload();
  await mounted(guest.page);
  assert.equal(await priceOn(guest.page), shown, "the server itself names another price");
  assert.deepEqual([...guest.errors, ...member.errors], []);
});

test("where the line cannot be opened the price is asked for, as often as the market reads its rates", {
  timeout: 400_000,
}, async () => {
  const { page, context } = await visit(market);
  await page.routeWebSocket("**/live", (socket) => void socket.close());
  await openOffer(page);
  const [before, calls] = [await priceOn(page), callsOf(page)];
  await page.getByText("You are offline").waitFor();
  await market.moveClock(TEN_MINUTES_MS);
  const took = await msUntilMoved(page, before);
  assert.ok(took > 2000 && took < 25_000, `the price moved after ${took} ms`);
  assert.deepEqual(calls, ["/rest/v2/crypto-fiat-rates"]);
  await context.close();
});

test("a price that moves shows on the open offer and in the amounts, and a better one starts without a question", {
  timeout: 400_000,
}, async () => {
  const offer = await market.db.tx((tx) => anOffer(tx, seller.id, { payment_method: "skrill" }));
  const page = await buyer.context.newPage();
  // Without a connection the page polls the rates, and receives these.
  await page.routeWebSocket(/\/live/, (socket) => socket.close());
  // The market's next reading is a tenth above what the page was made with.
  await page.route(/crypto-fiat-rates/, async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    const moved = data.map((rate: { fiatRate: string; asOf: string }) => ({
      ...rate,
      fiatRate: (Number(rate.fiatRate) * 1.1).toFixed(2),
      asOf: new Date(Date.parse(rate.asOf) + 60_000).toISOString(),
    }));
    await route.fulfill({ response: answer, json: { ...rest, data: moved } });
  });
  await page.goto(`/offer/${offer}`);
  const shown = page
    .locator("main dl > div", { hasText: /^Price/ })
    .locator("bdi")
    .first();
  const number = (text: string | null) => Number((text ?? "").replace(/[^\d.]/g, ""));
  const before = number(await shown.textContent());
  await mounted(page);
  await page
    .getByLabel(/^You pay$/)
    .first()
    .fill("100");
  const later = async () => number(await shown.textContent());
  for (let tries = 0; tries < 250 && (await later()) === before; tries++) await page.waitForTimeout(100);
  assert.ok(Math.abs((await later()) / before - 1.1) < 0.001, `${before} and then ${await later()}`);
  const coins = Number(
    await page
      .getByLabel(/^You receive$/)
      .first()
      .inputValue(),
  );
  assert.ok(Math.abs(coins - 100 / (await later())) < 1e-7, `${coins} coins for 100`);

  // Dearer under the finger: it is asked.
  const start = page.getByRole("button", { name: /^Start buying/ });
  await start.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The price has changed").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  // Read for a while, it is what was agreed; the server's own is still the old one, better for the payer, and not asked.
  await page.waitForTimeout(2500);
  await start.click();
  await page.waitForURL(/\/trade\//);
  await page.close();
});

test("signing out in one tab leads the others to the door", { timeout: 400_000 }, async () => {
  const other = await secondTab(buyer, "/dashboard");
  await buyer.page.goto("/wallet");
  await mounted(buyer.page);
  await buyer.page.getByText("live_buyer").first().click();
  await buyer.page.getByRole("button", { name: "Sign out" }).click();
  await other.waitForURL(/\/login\?next=%2Fdashboard/);
});
