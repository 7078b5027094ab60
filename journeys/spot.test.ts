// Guards: a person opens a trading session, places an order by mouse and sees it trade, places another by keyboard and cancels it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { placeOrder, viewMarkets } from "../server/products/spot/index.ts";
import { assertFits, look } from "./look.ts";
import { aGuest, sharedMarket } from "./market.ts";
import { alsoOn, mounted } from "./steps.ts";

const market = await sharedMarket();
const maker = await aGuest(market, "spot_maker", { coins: { BTC: 10_000_000n } });
const trader = await aGuest(market, "spot_trader", { coins: { USDT: 5_000_000_000n } });
const { page } = trader;
const ticket = page.getByRole("region", { name: "Order", exact: true });

let price = 0;
before(async () => {
  // The market process opens the markets as soon as it has a price.
  let reference: string | null | undefined;
  for (let tries = 0; tries < 100 && !reference; tries++, await pause(100)) {
    const [bitcoin] = await market.db.read(viewMarkets);
    reference = bitcoin?.status === "trading" ? bitcoin.figures.reference : null;
  }
  price = Math.round(Number(reference));
  await market.owner.query(
    `insert into spot_sessions (hash, user_id, day_usd_cents, markets, opened_at, expires_at, day)
     values ('spotsession1', $1, 100000000, array['BTC-USDT'], market_now(), market_now() + interval '1 hour', market_now())`,
    [maker.id],
  );
  const body = { market: "BTC-USDT", side: "sell", type: "limit", price: String(price), amount: "0.02" } as const;
  await market.dbs.web.tx((tx) => placeOrder(tx, { userId: maker.id, body }));
});

const row = (...texts: string[]) =>
  texts.reduce((rows, hasText) => rows.filter({ hasText }), page.locator("#spot-own").getByRole("row"));

test("an order by mouse trades, and one by keyboard waits until its row cancels it", async () => {
  await page.goto("/spot");
  await mounted(page);
  await look(page, "spot-1280");
  await page
    .getByRole("main")
    .getByRole("link", { name: /BTC\/USDT/ })
    .click();
  await page.waitForURL(/BTC-USDT/);
  await mounted(page);
  const shown = price.toLocaleString("en-US", { minimumFractionDigits: 1 });
  await page.getByRole("region", { name: "Order book" }).getByText(shown).first().click();
  await ticket.getByLabel("Amount").fill("0.01");
  await look(page, "spot-terminal-1280");
  await assertFits(page, "spot-terminal-1280");

  await ticket.getByRole("button", { name: "Start a trading session" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await dialog.getByRole("button", { name: "Start a trading session" }).click();
  await dialog.waitFor({ state: "detached" });
  await ticket.getByRole("button", { name: "Buy BTC" }).click();
  await page.getByText("Your order to buy BTC was placed.").waitFor();
  await page.getByRole("tab", { name: "History" }).click();
  await row("BTC/USDT", shown, "Filled").waitFor();

  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("b");
  await page.keyboard.type("0.01");
  await ticket.getByLabel("Price").fill(String(price - 100));
  await ticket.getByLabel("Price").press("ArrowDown");
  await ticket.getByLabel("Price").press("Enter");
  await page.getByRole("tab", { name: "Open (1)" }).click();
  const lower = (price - 100.1).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  await row(lower).getByRole("button", { name: "Cancel" }).click();
  await page.getByText("You have no open orders.").waitFor();
  assert.deepEqual(trader.errors, []);
  await alsoOn(market, trader.id, "/spot/BTC-USDT", "spot-terminal");
});
