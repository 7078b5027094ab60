// Guards: the tour of the demo market: a newcomer registers from the first screen, buys from a robot, and holds the coins.
import assert from "node:assert/strict";
import { test } from "node:test";
import { seedMarket } from "../server/demo/index.ts";
import { checkBooks } from "../server/outward/staff/index.ts";
import { look } from "./look.ts";
import { openMarket, visit } from "./market.ts";
import { chatLine, mounted, openWallet, payTrade, register, sees, shownBalance, tradeStarted } from "./steps.ts";

const market = await openMarket({ fill: (ports) => seedMarket({ ...ports, say: () => undefined }) });

test("a newcomer follows the tour and buys from a robot", { timeout: 400_000 }, async () => {
  const newcomer = await visit(market);
  const { page } = newcomer;
  await page.goto("/");
  await mounted(page);
  await look(page, "home-1280");
  const tour = page.locator("#tour");
  await tour.getByRole("link", { name: "Create an account" }).click();
  await page.waitForURL(/register/);
  await page
    .locator("option[value=KP][disabled]", { hasText: "North Korea (not available)" })
    .waitFor({ state: "attached" });
  await register(market, newcomer, "tourist@example.org");
  await page.goto("/");
  await tour.getByText("You are signed in as").waitFor();
  await tour.getByRole("link", { name: "View offer" }).click();
  await page.waitForURL(/\/offer\//);
  await mounted(page);
  await page.getByText("HonestHana").first().waitFor();
  await look(page, "tour-offer-1280");
  // An offer of fixed amounts has its least one chosen already.
  if (await page.getByRole("textbox", { name: "You pay" }).count()) await page.getByLabel("You pay").fill("50");
  await page.getByRole("button", { name: "Start buying BTC" }).click();
  await tradeStarted(page);
  await chatLine(page, /robot/i).first().waitFor();
  await look(page, "tour-trade-1280");
  await payTrade(newcomer);
  await sees(newcomer, "Trade completed. The coins are in your wallet.");
  await page.getByText("HonestHana's review").waitFor({ timeout: 30_000 });
  await look(page, "tour-done-1280");
  await openWallet(newcomer);
  assert.match((await shownBalance(newcomer, "BTC")).available, /^0\.000/);
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  assert.deepEqual(newcomer.errors, []);
});
