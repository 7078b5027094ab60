// Guards what a visitor sees without scrolling: whole offers in a listing, and the actions of a wallet.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { playRecordedRates } from "../server/money/rates/index.ts";
import { aUser, anOffer, giveCoins } from "../server/testing/index.ts";
import { assertFits, look, PHONE } from "./look.ts";
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

/** How many rows stand wholly above the fold, and above what is fixed to the bottom of the screen. */
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

for (const [name, browser, least] of [
  ["1280x800", DESK, 6],
  ["390x844", PHONE, 3],
] as const)
  for (const [prefix, scheme] of [
    ["", "light"],
    ["/ar", "dark"],
  ] as const)
    test(`a listing at ${name}${prefix} shows at least ${least} whole offers without scrolling`, {
      timeout: 400_000,
    }, async () => {
      const { page, context, errors } = await visit(market, { ...browser, colorScheme: scheme });
      await page.goto(`${prefix}${LISTING}`);
      await mounted(page);
      await look(page, `first-listing-${name}${prefix.replace("/", "-")}`);
      await assertFits(page, `the listing at ${name}`);
      const rows = await wholeRows(page);
      assert.ok(rows >= least, `${rows} whole offers`);
      assert.deepEqual(errors, []);
      await context.close();
    });

test("a listing starts in dollars, one press shows all currencies, and no trader has more than two of ten rows", {
  timeout: 400_000,
}, async () => {
  const { page, context } = await visit(market, DESK);
  await page.goto(LISTING);
  await mounted(page);
  assert.equal(await page.getByText("euro_trader").count(), 0);
  const names = await page.locator("main section li a[dir=auto]").allTextContents();
  const owners = names.filter((name) => name.startsWith("trader_"));
  assert.equal(owners.length, 10);
  for (const owner of owners) assert.ok(owners.filter((one) => one === owner).length <= 2, owners.join(" "));
  await page.getByRole("button", { name: "All currencies" }).click();
  await page.waitForURL(/currencyCode=any/);
  await page.getByText("25 offers").waitFor();
  await page.goBack();
  await page.getByText("24 offers").waitFor();
  await context.close();
});

test("a listing starts in the currency of the reader's account", { timeout: 400_000 }, async () => {
  const reader = await aGuest(market, "euro_reader", { browser: DESK });
  await market.owner.query("update users set currency_code = 'EUR' where id = $1", [reader.id]);
  await reader.page.goto(LISTING);
  await mounted(reader.page);
  await reader.page.getByText("euro_trader").first().waitFor();
  assert.equal(await reader.page.getByText("trader_0").count(), 0);
  await reader.context.close();
});

test("the offers of a profile do not repeat its owner", { timeout: 400_000 }, async () => {
  for (const [name, browser] of [
    ["1280", DESK],
    ["390", PHONE],
  ] as const) {
    const { page, context } = await visit(market, browser);
    await page.goto("/user/trader_0");
    await mounted(page);
    await look(page, `first-profile-${name}`);
    assert.equal(await page.locator("[aria-labelledby=offers] li").count(), 3);
    assert.equal(await page.locator("[aria-labelledby=offers] li").getByText("trader_0").count(), 0);
    await context.close();
  }
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
    ...["Receive", "Send", "Convert"].map((name) => page.getByRole("button", { name, exact: true })),
  ]) {
    const box = await thing.boundingBox();
    assert.ok(box && box.y > 0 && box.y + box.height <= 844 - 56, JSON.stringify(box));
  }
  await page.getByRole("button", { name: "Convert", exact: true }).first().click();
  await page.getByLabel("From", { exact: true }).waitFor();
  await holder.context.close();
});
