// Guards: the chart of the price on the first page and in the offer form, and the lines in the wallet, on every size.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { assertFits, drawnScreens, look, PHONE } from "./look.ts";
import { aGuest, openMarket, visit } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const trader = await aGuest(market, "chart_trader", { coins: { BTC: 10_000_000n } });
const DAY_MS = 86_400_000;

const WALKS = drawnScreens([
  ["1280", "", {}],
  ["1280-dark-ar", "/ar", { colorScheme: "dark" as const }],
  ["390-ar", "/ar", PHONE],
  ["390-dark", "", { ...PHONE, colorScheme: "dark" as const }],
] as const);

const chartOf = (page: Page) => page.locator("#price-chart");
const rangeOf = (page: Page, name: string) => chartOf(page).getByRole("link", { name, exact: true });

/** The days at both ends, as the chart writes them. */
async function ends(page: Page): Promise<string[]> {
  const texts = await chartOf(page).locator("p[dir=ltr] > span").allTextContents();
  return texts.map((text) => text.slice(0, 10));
}

/** The recording ends yesterday. */
const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test("the first page shows a month; each range is a link that shows that range and says what it is", async () => {
  const { page, errors, context } = await visit(market);
  await page.goto("/");
  assert.deepEqual(await ends(page), [before(32), before(1)]);
  assert.equal(await rangeOf(page, "1m").getAttribute("aria-current"), "true");
  for (const [name, first] of [
    ["24h", before(2)],
    ["7d", before(8)],
    ["1y", undefined],
  ] as const) {
    await rangeOf(page, name).click();
    await page.locator(`#price-chart a[aria-current="true"]`, { hasText: name }).waitFor();
    const [from = "", to] = await ends(page);
    assert.equal(to, before(1));
    // Of that year only some days were recorded: the first of them stands at the left end.
    if (first) assert.equal(from, first);
    else assert.ok(from >= before(366) && from < before(300), from);
    await chartOf(page)
      .getByRole("img", { name: /^Price from \S+ USD to \S+ USD$/ })
      .waitFor();
  }
  // Of that year a price is known for few days before August: these are dots, and the reader is told.
  await chartOf(page).getByText("Days without a recorded price are left empty.").waitFor();
  assert.equal(await chartOf(page).locator("svg path").count(), 2);
  await look(page, "charts-home-year-1280");
  assert.deepEqual(errors, []);
  await context.close();
});

test("a link with the other spelling of a range opens that range", async () => {
  const { page, context } = await visit(market);
  for (const [spelling, name] of [
    ["day", "24h"],
    ["24h", "24h"],
    ["week", "7d"],
    ["7d", "7d"],
    ["month", "1m"],
    ["1m", "1m"],
    ["year", "1y"],
  ] as const) {
    await page.goto(`/?range=${spelling}`);
    assert.equal(await rangeOf(page, name).getAttribute("aria-current"), "true", spelling);
  }
  await context.close();
});

test("the offer form shows the month of the coin that is chosen", async () => {
  const { page } = trader;
  await page.goto("/offer-manager/edit");
  await mounted(page);
  const chart = page.getByRole("img", { name: "BTC market price over the last month" });
  await chart.waitFor();
  const path = await chart.locator("path").getAttribute("d");
  await page.goto("/offer-manager/edit?crypto=eth");
  await mounted(page);
  const other = page.getByRole("img", { name: "ETH market price over the last month" });
  await other.waitFor();
  assert.notEqual(await other.locator("path").getAttribute("d"), path);
});

test("the wallet has a line for each coin", async () => {
  const { page } = trader;
  await page.goto("/wallet");
  await mounted(page);
  const lines: (string | null)[] = [];
  for (const code of ["BTC", "ETH", "USDT"]) {
    const line = page.getByRole("region", { name: code, exact: true }).getByRole("img", {
      name: `${code} price over the last month`,
    });
    lines.push(await line.locator("path").first().getAttribute("d"));
  }
  assert.equal(new Set(lines).size, 3);
  assert.deepEqual(trader.errors, []);
});

const WHERE = [
  ["home", "/"],
  ["home-year", "/?range=year"],
  ["wallet", "/wallet"],
  ["offer-form", "/offer-manager/edit"],
] as const;

async function walk(prefix: string, name: string, browser: Parameters<typeof visit>[1]): Promise<void> {
  const { context, page, errors } = await visit(market, browser);
  await context.addCookies(await trader.context.cookies());
  for (const [screen, address] of WHERE) {
    await page.goto(`${prefix}${address}`.replace(/^(\/\w\w)\/(?=$|\?)/, "$1"));
    await mounted(page);
    if (screen === "offer-form") await page.locator("figure svg, figure p").first().waitFor();
    await look(page, `charts-${screen}-${name}`);
    await assertFits(page, `${screen} ${name}`);
  }
  assert.deepEqual(errors, []);
  await context.close();
}

for (const [name, prefix, browser] of WALKS)
  test(`charts at ${name}`, { timeout: 400_000 }, () => walk(prefix, name, browser));

test("gaps and ranges without a price look as they are", { timeout: 400_000 }, async () => {
  const nowMs = market.ports.db.marketNow().getTime();
  // The euro has no price in the last month, the dollar none in the last week.
  const kept = { EUR: [40, 39, 38, 37, 36, 35, 34], USD: [20, 19, 18, 15, 12, 11, 10, 9, 8] };
  for (const crypto of ["BTC", "ETH", "USDT"])
    for (const [fiat, days] of Object.entries(kept))
      for (const daysAgo of days) {
        const day = new Date(nowMs - daysAgo * DAY_MS).toISOString().slice(0, 10);
        const rate = 60_000 - daysAgo * 100;
        await market.owner.query("insert into rate_days values ($1, $2, $3, $4)", [crypto, fiat, day, rate]);
      }
  // Days are no changes that pages are told of: the first page may be ten seconds old.
  await market.owner.query("select note_page_changes(array['everything'])");
  await pause(500);
  const { page, context } = await visit(market);
  await page.goto("/");
  assert.equal(await chartOf(page).locator("svg path").count(), 2, "lines, and a dot for the day alone");
  await look(page, "charts-home-gaps-1280");
  await rangeOf(page, "7d").click();
  await chartOf(page).getByText("No prices were recorded in this range.").waitFor();
  assert.equal(await chartOf(page).locator("svg").count(), 0);
  await look(page, "charts-home-empty-1280");
  await context.close();
  await trader.page.goto("/wallet");
  await mounted(trader.page);
  assert.equal(await trader.page.getByText("No prices were recorded in the last month.").count(), 3);
  await trader.page.goto("/offer-manager/edit");
  await trader.page.getByText("No prices were recorded in this range.").waitFor();
  await walk("/ar", "empty-390-dark-ar", { ...PHONE, colorScheme: "dark" });
});
