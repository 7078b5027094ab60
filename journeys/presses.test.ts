// Guards: no press is lost on a slow line: quick filters are all in the address and in the list, a double press is one request.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { isMethodOpen, PAYMENT_METHODS } from "../server/reference/catalog/index.ts";
import { anOffer } from "../server/testing/index.ts";
import { look } from "./look.ts";
import { aGuest, enterAs, type Guest, openMarket, visit } from "./market.ts";
import { chatLine, mounted, openTrade, tradeStarted, twice } from "./steps.ts";

const LATENCY_MS = 400;
const market = await openMarket();
const seller = await aGuest(market, "press_seller", { coins: { BTC: 100_000_000n } });
const buyer = await aGuest(market, "press_buyer");
const offer = await market.db.tx((tx) => anOffer(tx, seller.id));

/** Every request and every answer of the page takes 400 ms longer. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/** The calls of one kind that the page sends, as they begin. */
function callsTo(page: Page, path: RegExp, method = "GET"): URL[] {
  const seen: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (request.method() === method && path.test(url.pathname)) seen.push(url);
  });
  return seen;
}

async function count(query: string, values: unknown[] = []): Promise<number> {
  const { rows } = await market.owner.query(`select count(*)::int as count from ${query}`, values);
  return rows[0].count;
}

test("two filters ticked quickly are both in the address and in the list, with two requests", {
  timeout: 400_000,
}, async () => {
  const visitor = await visit(market);
  const { page } = visitor;
  await page.goto("/trading/buy-btc");
  await mounted(page);
  await page.getByText("press_seller").first().waitFor();
  await slowDown(page);
  const calls = callsTo(page, /^\/rest\/v1\/offers$/);
  const [first, second] = [page.getByRole("checkbox").nth(0), page.getByRole("checkbox").nth(2)];
  await first.click();
  await second.click();
  const address = new URL(page.url()).searchParams;
  assert.deepEqual(
    [address.get("onlineUsers"), address.get("isVerifiedOffers")],
    ["1", "1"],
    "the address follows at once",
  );
  await page.locator("main ul[aria-busy=true]").waitFor({ state: "detached" });
  assert.deepEqual([await first.isChecked(), await second.isChecked()], [true, true]);
  assert.ok(calls.length <= 2, `${calls.length} requests`);
  assert.equal(calls.at(-1)?.searchParams.get("online_users"), "1");
  assert.equal(calls.at(-1)?.searchParams.get("verified_offers"), "1");
  await look(page, "presses-filters-1280");

  // An answer of an older press that comes late must not be shown: on, off, on again ends on.
  await first.click();
  await first.click();
  await page.waitForTimeout(4 * LATENCY_MS);
  assert.equal(await first.isChecked(), true);
  assert.match(page.url(), /onlineUsers=1.*isVerifiedOffers=1|isVerifiedOffers=1.*onlineUsers=1/);
  await visitor.context.close();
});

test("back and forward bring back the filters and the list that belongs to them", { timeout: 400_000 }, async () => {
  const visitor = await visit(market);
  const { page } = visitor;
  await page.goto("/trading/buy-btc");
  await mounted(page);
  const offers = page.locator("main ul > li a[href*='/offer/']");
  const boxes = page.getByRole("checkbox");
  await offers.first().waitFor();
  await boxes.nth(2).click();
  await page
    .getByText("No offers match these filters")
    .or(page.getByRole("button", { name: /filters/i }))
    .first()
    .waitFor();
  await boxes.nth(0).click();
  await page.waitForURL(/onlineUsers=1/);
  await page.goBack();
  await page.waitForURL((url) => !url.searchParams.has("onlineUsers") && url.searchParams.has("isVerifiedOffers"));
  assert.deepEqual([await boxes.nth(0).isChecked(), await boxes.nth(2).isChecked()], [false, true]);
  await page.goBack();
  await offers.first().waitFor();
  assert.equal(await boxes.nth(2).isChecked(), false);
  await page.goForward();
  await page.goForward();
  await page.waitForURL(/onlineUsers=1/);
  assert.deepEqual([await boxes.nth(0).isChecked(), await boxes.nth(2).isChecked()], [true, true]);
  await visitor.context.close();
});

test("more offers are loaded under the first ones, and back from another filter they are all there again", {
  timeout: 400_000,
}, async () => {
  const many = await Promise.all(
    ["press_many_a", "press_many_b", "press_many_c"].map((name) =>
      aGuest(market, name, { coins: { ETH: 100_000_000_000n } }),
    ),
  );
  await market.db.tx(async (tx) => {
    for (const { slug } of PAYMENT_METHODS.filter((method) => isMethodOpen(method, [])).slice(0, 10))
      for (const { id } of many) await anOffer(tx, id, { crypto_currency_code: "ETH", payment_method: slug });
  });
  const visitor = await visit(market);
  const { page } = visitor;
  await page.goto("/trading/buy-eth");
  await mounted(page);
  const rows = page.locator("main ul > li", { hasText: "press_many" });
  const before = await rows.count();
  await page.getByRole("link", { name: /more/i }).click();
  await page.waitForURL(/page=2/);
  const all = await rows.count();
  assert.ok(all > before, `${before} rows and then ${all}`);
  await page.getByRole("checkbox").nth(2).click();
  await page.waitForURL(/isVerifiedOffers=1/);
  await page.goBack();
  await page.waitForURL(/page=2/);
  await rows.nth(all - 1).waitFor();
  await visitor.context.close();
});

let path = "";

test("starting a trade twice begins one trade", { timeout: 400_000 }, async () => {
  const { page } = buyer;
  await page.goto(`/offer/${offer}`);
  await mounted(page);
  await page
    .getByLabel(/^You pay$/)
    .first()
    .fill("100");
  await slowDown(page);
  await twice(page, /^Start buying/);
  await tradeStarted(page);
  path = new URL(page.url()).pathname;
  assert.equal(await count("trades where buyer_id = $1", [buyer.id]), 1);
});

test("the same words sent twice by a double press stand there once, and quick different words all of them", {
  timeout: 400_000,
}, async () => {
  const { page } = buyer;
  await openTrade(buyer, path);
  await slowDown(page);
  const box = page.getByLabel("Write a message");
  await box.fill("Once only");
  await twice(page, /^Send/);
  for (const words of ["The second", "The third"]) {
    await box.fill(words);
    // As a finger does it: whether or not the button is at work.
    await page.getByRole("button", { name: /^Send/ }).first().dispatchEvent("click");
  }
  await chatLine(page, "The third").waitFor();
  const said = await market.owner.query("select body from chat_messages where type <> 'system' order by id");
  assert.deepEqual(said.rows.length, 3, JSON.stringify(said.rows));
});

test("a favorite that is pressed four times quickly is none afterwards, and two others beside it are", {
  timeout: 400_000,
}, async () => {
  const others = await market.db.tx(async (tx) => [
    await anOffer(tx, seller.id, { payment_method: "skrill" }),
    await anOffer(tx, seller.id, { payment_method: "paypal" }),
  ]);
  const { page } = buyer;
  await page.goto("/trading/buy-btc/with-any-payment-method?currencyCode=USD");
  await mounted(page);
  await page.getByText("press_seller").first().waitFor();
  await slowDown(page);
  const hearts = page.locator("main ul > li").getByRole("button", { name: /favou?rite/i });
  assert.ok((await hearts.count()) >= 3);
  for (const place of [0, 0, 0, 0, 1, 2]) await hearts.nth(place).click();
  await page.waitForTimeout(6 * LATENCY_MS);
  assert.equal(await count("offer_favorites where user_id = $1", [buyer.id]), others.length);
});

test("a refused favorite flips back with a message", { timeout: 400_000 }, async () => {
  const { page } = buyer;
  await page.route(/favorite/, async (route) => {
    await pause(2 * LATENCY_MS);
    await route.fulfill({
      status: 422,
      contentType: "application/json",
      body: JSON.stringify({ errors: { code: "offer.not_found", message: "This offer is gone." } }),
    });
  });
  const heart = page
    .locator("main ul > li")
    .getByRole("button", { name: /favou?rite/i })
    .first();
  const label = await heart.getAttribute("aria-label");
  await heart.click();
  assert.notEqual(await heart.getAttribute("aria-label"), label);
  await page.getByRole("alert").filter({ hasText: "This offer is gone." }).waitFor();
  assert.equal(await heart.getAttribute("aria-label"), label);
  await page.unroute(/favorite/);
});

test("a pause of two offers and one that is switched on, off and on end as they were left", {
  timeout: 400_000,
}, async () => {
  const { page }: Guest = seller;
  await page.goto("/dashboard/my-offers");
  await mounted(page);
  await slowDown(page);
  const switches = page.getByRole("switch");
  assert.ok((await switches.count()) >= 3);
  for (const place of [0, 1, 2, 2]) await switches.nth(place).click();
  await page.waitForTimeout(6 * LATENCY_MS);
  await page.reload();
  await mounted(page);
  const states = await Promise.all([0, 1, 2].map((place) => switches.nth(place).getAttribute("aria-checked")));
  assert.deepEqual(states, ["false", "false", "true"]);
});

test("an error shows where the line is cut before its own script was loaded", { timeout: 400_000 }, async () => {
  const visitor = await visit(market);
  const { page, context } = visitor;
  await enterAs(market, visitor, buyer.id);
  await page.goto("/trading/buy-btc/with-any-payment-method?currencyCode=USD");
  await mounted(page);
  // The page has come to rest; the messages' own script was not needed yet.
  await page.waitForTimeout(3000);
  await context.setOffline(true);
  await page
    .locator("main ul > li")
    .getByRole("button", { name: /favou?rite/i })
    .first()
    .click();
  await page
    .getByRole("alert")
    .filter({ hasText: /offline|connection/i })
    .first()
    .waitFor();
  await look(page, "presses-offline-1280");
  await context.close();
});
