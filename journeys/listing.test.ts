// Guards: what a visitor sees without scrolling, in which currency, and that no press on a filter is lost on a slow line; the chart of the price;
// and the actions of a wallet.
import { LATENCY_MS, slowDown } from "./slow-line.ts";
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "node:test";
import { aUser, anOffer, giveCoins } from "../server/testing/index.ts";
import { playRecordedRates } from "../server/money/rates/index.ts";
import type { Page } from "playwright-core";
import { PHONE, assertFits, look } from "./look.ts";
import { aGuest, openMarket, visit } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();

const DESK = { viewport: { width: 1280, height: 800 } };

const LISTING = "/trading/buy-btc/with-any-payment-method";

/** Eight traders with three offers each in dollars, and one with an offer in euros. */
await market.db.tx(playRecordedRates);
await market.db.tx(async (tx) => {
  for (let trader = 0; trader < 8; trader++) {
    const owner = await aUser(tx, { username: `trader_${trader}` });
    await giveCoins(tx, owner, "BTC", 100_000_000n);
    for (const method of ["paypal", "venmo", "cash-app"]) await anOffer(tx, owner, { payment_method: method });
  }
  const owner = await aUser(tx, { username: "euro_trader" });
  await giveCoins(tx, owner, "BTC", 100_000_000n);
  await anOffer(tx, owner, { fiat_currency_code: "EUR" });
});

/** The number of rows wholly above the fold and above elements fixed to the bottom of the screen. */
function wholeRows(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const bars = [...document.querySelectorAll("nav")].filter((nav) => getComputedStyle(nav).position === "fixed");
    const fold = Math.min(innerHeight, ...bars.map((bar) => bar.getBoundingClientRect().top).filter((top) => top > 0));
    return [...document.querySelectorAll("main section li")].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > top && top >= 0 && bottom <= fold;
    }).length;
  })()`) as Promise<number>;
}

for (const [name, browser, least, prefix] of [
  ["1280x800", DESK, 6, ""],
  ["390x844", { ...PHONE, colorScheme: "dark" as const }, 3, "/ar"],
] as const)
  test(`a listing at ${name}${prefix} shows at least ${least} whole offers without scrolling`, {
    timeout: 400_000,
  }, async () => {
    const { page, context, errors } = await visit(market, browser);
    await page.goto(`${prefix}${LISTING}`);
    await mounted(page);
    await look(page, `first-listing-${name}`);
    await assertFits(page, `the listing at ${name}`);
    const rows = await wholeRows(page);
    assert.ok(rows >= least, `${rows} whole offers`);
    assert.deepEqual(errors, []);
    await context.close();
  });

test("at 320 px nothing is wider than the screen, with an amount and tags opened, in both directions", {
  timeout: 400_000,
}, async () => {
  const { page, context } = await visit(market, { ...PHONE, viewport: { width: 320, height: 640 } });
  for (const path of [
    `${LISTING}?fiat-min=100`,
    `/ar${LISTING}?fiat-min=100`,
    "/",
    `/ar/trading/sell-btc?fiat-min=100`,
  ]) {
    await page.goto(path);
    await mounted(page);
    for (const more of await page.getByRole("button", { name: /^(Show all|عرض جميع)/ }).all()) await more.click();
    await assertFits(page, `${path} at 320`);
  }
  await context.close();
});

test("a usual amount is one press, and each row then says what the visitor gets for it", async () => {
  const { page, context } = await visit(market, DESK);
  await page.goto(LISTING);
  await mounted(page);
  await page.getByRole("button", { name: "50", exact: true }).click();
  await page.waitForURL(/fiat-min=50(&|$)/);
  await page.getByText("You get").first().waitFor();
  await page.getByRole("button", { name: "50", exact: true, pressed: true }).click();
  await page.waitForURL((url) => !url.searchParams.has("fiat-min"));
  await context.close();
});

test("the heart of a visitor leads through the sign-in to the offer, which is then kept", {
  timeout: 400_000,
}, async () => {
  const { page, context } = await visit(market, DESK);
  await page.goto(`${LISTING}?currencyCode=USD`);
  await mounted(page);
  await page.getByRole("button", { name: "Add to favorites" }).first().click();
  await page.waitForURL(/\/login\?next=/);
  assert.match(new URL(page.url()).searchParams.get("next") ?? "", /^\/offer\/\w+$/);
  await context.close();
});

test("one press shows the offers in all currencies, and the way back those of the chosen one", {
  timeout: 400_000,
}, async () => {
  const { page, context } = await visit(market, DESK);
  await page.goto(LISTING);
  await mounted(page);
  await page.getByRole("button", { name: "All currencies" }).click();
  await page.waitForURL(/currencyCode=any/);
  await page.getByText("25 offers").waitFor();
  await page.goBack();
  await page.getByText("24 offers").waitFor();
  await context.close();
});

test("a wallet on a phone shows the total, Receive, Send and Convert without scrolling", {
  timeout: 400_000,
}, async () => {
  const holder = await aGuest(market, "small_holder", { coins: { BTC: 5_000_000n }, browser: PHONE });
  const { page } = holder;
  await page.goto("/wallet");
  await mounted(page);
  await look(page, "first-wallet-390");
  for (const thing of [
    page.getByText("Total balance"),
    ...["Receive", "Send", "Convert"].map((name) => page.getByRole("button", { name: `${name} BTC`, exact: true })),
  ]) {
    const box = await thing.boundingBox();
    assert.ok(box && box.y > 0 && box.y + box.height <= 844 - 56, JSON.stringify(box));
  }
  await page.getByRole("button", { name: "Convert BTC", exact: true }).click();
  await page.getByLabel("From", { exact: true }).waitFor();
  await holder.context.close();
});

test("a guest's pages follow the region of the browser's language, then what the guest chose", async () => {
  const { page, context, errors } = await visit(market, { locale: "en-KE" });
  await page.goto("/");
  await page.getByRole("heading", { name: "BTC price in KES" }).waitFor();
  await page.goto("/trading/buy-btc/with-any-payment-method");
  await mounted(page);
  // Nobody sells for shillings: the list says so, and one press shows who sells at all.
  assert.equal(await page.getByText("trader_0").count(), 0);
  await page.getByRole("button", { name: "All currencies" }).click();
  await page.getByText("trader_0").first().waitFor();
  assert.match(page.url(), /currencyCode=any/);

  await page.getByRole("combobox", { name: "Currency" }).selectOption("USD");
  await page.waitForURL(/currencyCode=USD/);
  await page.goto("/");
  await page.getByRole("heading", { name: "BTC price in USD" }).waitFor();
  await page.goto("/trading/buy-btc/with-any-payment-method");
  await page.getByText("trader_0").first().waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

/** The calls of one kind that the page sends, as they begin. */
function callsTo(page: Page, path: RegExp, method = "GET"): URL[] {
  const seen: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (request.method() === method && path.test(url.pathname)) seen.push(url);
  });
  return seen;
}

test("two filters ticked quickly are both in the address and in the list, with two requests", {
  timeout: 400_000,
}, async () => {
  const visitor = await visit(market);
  const { page } = visitor;
  await page.goto("/trading/buy-btc");
  await mounted(page);
  await page.getByText("trader_0").first().waitFor();
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

test("a refused favorite flips back with a message", { timeout: 400_000 }, async () => {
  const { page } = await aGuest(market, "press_buyer");
  await page.goto("/trading/buy-btc/with-any-payment-method?currencyCode=USD");
  await mounted(page);
  await page.route(/\/rest\/.*favorite/, async (route) => {
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
  await page.unroute(/\/rest\/.*favorite/);
});

test("an error shows where the line is cut before its own script was loaded", { timeout: 400_000 }, async () => {
  const visitor = await aGuest(market, "press_offline");
  const { page, context } = visitor;
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
  await context.close();
});

const chartOf = (page: Page) => page.locator("#price-chart");

const rangeOf = (page: Page, name: string) => chartOf(page).getByRole("link", { name, exact: true });

test("the first page shows a month; each range is a link that shows that range", async () => {
  const { page, errors, context } = await visit(market);
  await page.goto("/");
  assert.equal(await rangeOf(page, "1m").getAttribute("aria-current"), "true");
  for (const name of ["24h", "7d", "1y"]) {
    await rangeOf(page, name).click();
    await page.locator(`#price-chart a[aria-current="true"]`, { hasText: name }).waitFor();
    await chartOf(page)
      .getByRole("img", { name: /^Price from \S+ USD to \S+ USD$/ })
      .waitFor();
  }
  await look(page, "charts-home-year-1280");
  const now = await chartOf(page).locator("bdi").first().textContent();
  await page
    .getByRole("region", { name: "The market now" })
    .getByText(now?.replace(/\s*USD$/, "") ?? "", { exact: true })
    .waitFor();
  const plot = chartOf(page).getByRole("img");
  await plot.focus();
  await page.waitForTimeout(500);
  await page.keyboard.press("ArrowLeft");
  await chartOf(page)
    .getByText(/^\w+ \d+, \d{4} · \S+ USD$/)
    .waitFor();
  await plot.hover({ position: { x: 2, y: 40 } });
  const lastYear = new Date(market.db.marketNow().getTime() - 365 * 86_400_000).getUTCFullYear();
  await chartOf(page)
    .getByText(new RegExp(`, ${lastYear} · \\S+ USD$`))
    .waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("a signed-in user sees only offers that they may take, how many are hidden and why, and can see all", {
  timeout: 400_000,
}, async () => {
  await market.db.tx(async (tx) => {
    const owner = await aUser(tx, { username: "strict_trader" });
    await giveCoins(tx, owner, "BTC", 100_000_000n);
    await anOffer(tx, owner, { payment_method: "paypal", require_min_past_trades: 5 });
  });
  const { page, errors, context } = await aGuest(market, "eligible_reader");
  await page.goto(`${LISTING}?currencyCode=USD`);
  await mounted(page);
  await page.getByText("1 hidden: not open to you").waitFor();
  assert.equal(await page.getByText("strict_trader").count(), 0);
  await page.getByRole("button", { name: "Why?" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Need more completed trades than you have").waitFor();
  await look(page, "listing-hidden-1280");
  await dialog.getByRole("button", { name: "Show them" }).click();
  await page.waitForURL(/acceptableOnly=0/);
  await page.getByText("25 offers", { exact: true }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("an offer's address can be shared where the browser denies the clipboard: it is shown, and chosen to be copied", async () => {
  const { page, errors, context } = await visit(market, DESK);
  await page.addInitScript("Object.defineProperty(navigator, 'share', { value: undefined })");
  await page.addInitScript(
    "Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) } })",
  );
  await page.goto(LISTING);
  await mounted(page);
  await page.locator('main ul > li a[href*="/offer/"]').first().click();
  await page.waitForURL(/\/offer\//);
  await mounted(page);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Copy this link" });
  assert.equal(await dialog.getByRole("textbox").inputValue(), page.url().split("?")[0]);
  assert.deepEqual(errors, []);
  await context.close();
});

test("in Arabic the arrow of the list of time zones is beside its text, not over it", async () => {
  const { page, context } = await aGuest(market, "zone_reader");
  await page.goto("/ar/account/settings");
  await mounted(page);
  const arrows =
    (await page.evaluate(`[...document.querySelectorAll('select[dir=ltr], [dir=ltr] > select')].map((list) => {
    const [box, arrow] = [list.getBoundingClientRect(), list.parentElement.querySelector("svg").getBoundingClientRect()];
    return arrow.left > box.left + box.width / 2;
  })`)) as boolean[];
  assert.ok(arrows.length > 0 && arrows.every(Boolean), JSON.stringify(arrows));
  await context.close();
});

test("a payment time of a day is shown in hours on the page of its offer", async () => {
  const { page, context } = await aGuest(market, "day_owner", { coins: { BTC: 10_000_000n } });
  const { id } = await market.db.tx(async (tx) => {
    const owner = await aUser(tx, { username: "slow_trader" });
    await giveCoins(tx, owner, "BTC", 100_000_000n);
    return { id: await anOffer(tx, owner, { payment_window: 1440, payment_method: "skrill" }) };
  });
  await page.goto(`/offer/${id}`);
  await page.getByText("You pay within").waitFor();
  await page.getByText("24 h", { exact: true }).waitFor();
  assert.equal(await page.getByText(/1,?440/).count(), 0);
  await context.close();
});
