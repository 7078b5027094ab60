// Guards: the price on an open offer follows the market by itself, for guests too, without a call; by asking where no line is.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { anOffer } from "../server/testing/index.ts";
import { look } from "./look.ts";
import { aGuest, openMarket, visit } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const seller = await aGuest(market, "price_seller", { coins: { BTC: 10_000_000n } });
const offer = await market.db.tx((tx) => anOffer(tx, seller.id));
const TEN_MINUTES_MS = 600_000;

/** What the page asked the server for, from now on. */
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
  await look(guest.page, "live-price-1280");

  const second = await priceOn(guest.page);
  await market.moveClock(TEN_MINUTES_MS);
  assert.ok((await msUntilMoved(guest.page, second)) < 2000);
  assert.deepEqual(calls, [[], []], "a page asked although it is told");
  const shown = await priceOn(guest.page);
  await guest.page.reload();
  await mounted(guest.page);
  assert.equal(await priceOn(guest.page), shown, "the server itself names another price");
  assert.deepEqual([...guest.errors, ...member.errors], []);
});

const hears = (page: Page, count: number) =>
  page.waitForFunction((wanted) => (globalThis as unknown as { heard: string[] }).heard.length === wanted, count);

test("the page says when the network goes and when it is back, and then shows the price that it missed", {
  timeout: 400_000,
}, async () => {
  const { page, context } = await visit(market);
  await page.addInitScript(`
    globalThis.heard = [];
    for (const name of ["connection_off", "connection_on"]) addEventListener(name, () => heard.push(name));`);
  const entered = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));
  await openOffer(page);
  await entered;
  await context.setOffline(true);
  await hears(page, 1);
  // Not earlier: the worker reads the rates by itself too, and on a slow machine just then.
  const before = await priceOn(page);
  await market.moveClock(TEN_MINUTES_MS);
  await page.waitForTimeout(1000);
  assert.equal(await priceOn(page), before, "the line was not cut at all");
  await context.setOffline(false);
  await hears(page, 2);
  assert.deepEqual(await page.evaluate("heard"), ["connection_off", "connection_on"]);
  assert.ok((await msUntilMoved(page, before)) < 2000, "what was missed did not come with the line");
  await context.close();
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
