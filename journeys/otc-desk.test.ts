// Guards: a user asks the OTC desk for a price of a large amount, a moderator proposes one, a trader agrees, and the user accepts it and
// starts the trade at it; an offer in the silent pool is found there and in no public list.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anAuthenticator } from "./authenticator.ts";
import { look } from "./look.ts";
import { aGuest, sharedMarket } from "./market.ts";
import { alsoOn, mounted, tradeStarted } from "./steps.ts";

const market = await sharedMarket();
const desk = await aGuest(market, "otc_desk", { role: "moderator" });
await anAuthenticator(market, desk.id);
await market.moveClock(24 * 3_600_000);
const trader = await aGuest(market, "otc_trader", { coins: { BTC: 200_000_000n } });
const user = await aGuest(market, "otc_user");

test("a request becomes a trade once the trader and the user have agreed to its price", {
  timeout: 400_000,
}, async () => {
  const { page } = user;
  await page.goto("/otc-desk");
  await mounted(page);
  await page.getByLabel("Currency").selectOption("USD");
  await page.getByLabel("Amount", { exact: true }).fill("20000");
  await page.getByRole("button", { name: /Add a payment method|^Payment methods/ }).click();
  await page.getByRole("dialog").getByRole("combobox").fill("Skrill");
  await page.getByRole("dialog").getByRole("option", { name: "Skrill", exact: true }).click();
  await page.getByRole("button", { name: "Send request" }).click();
  await page.getByText("Waiting for the desk").waitFor();

  await desk.page.goto("/staff/otc");
  await mounted(desk.page);
  await desk.page.getByLabel("Trader", { exact: true }).fill(trader.username);
  await desk.page.getByLabel("Margin over market price, in percent").fill("1");
  await desk.page.getByRole("button", { name: "Ask the trader" }).click();
  await desk.page.getByText("A trader is being asked").waitFor();
  await look(desk.page, "staff-otc-1280");

  await trader.page.goto("/otc-desk");
  await mounted(trader.page);
  await trader.page.getByText(/^You sell .* BTC for/).waitFor();
  await look(trader.page, "otc-desk-trader-1280");
  await trader.page.getByRole("button", { name: "Agree to this price" }).click();
  await trader.page.getByText("Offered to the user").waitFor();

  // The page looks for it by itself.
  await page.getByText("Quote ready").waitFor();
  await look(page, "otc-desk-quote-1280");
  await alsoOn(market, user.id, "/otc-desk", "otc-desk-quote");
  await page.getByRole("button", { name: "Accept quote" }).click();
  await page.waitForURL(/\/offer\//);
  await mounted(page);
  // The amount is the one of the quote.
  await page.getByRole("button", { name: /^Start buying/ }).click();
  await tradeStarted(page, user.errors);
  const { rows } = await market.owner.query(
    "select count(*)::int as trades from trades where buyer_id = $1 and seller_id = $2 and status = 'active_funded'",
    [user.id, trader.id],
  );
  assert.equal(rows[0].trades, 1);
  assert.deepEqual([user.errors, trader.errors, desk.errors], [[], [], []]);
});

test("an offer of the wizard is in the silent pool, and not in the listing", { timeout: 400_000 }, async () => {
  const { page } = trader;
  await page.goto("/silent-pool/new?crypto=BTC&currency=USD");
  await mounted(page);
  await page.getByRole("heading", { name: "New offer in the silent pool" }).waitFor();
  await page.getByRole("button", { name: /^Payment method/ }).click();
  await page.getByRole("dialog").getByRole("combobox").fill("Neteller");
  await page.getByRole("dialog").getByRole("option", { name: "Neteller", exact: true }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Offer terms").fill("One payment for the whole amount.");
  await page.getByRole("button", { name: "Publish offer" }).click();
  await page.waitForURL(/my-offers/);
  await page.getByText(/^In the silent pool/).waitFor();

  await user.page.goto("/silent-pool");
  await mounted(user.page);
  await look(user.page, "silent-pool-1280");
  await user.page.getByRole("link", { name: /BTC 1 sell/ }).click();
  await user.page.waitForURL(/silent-pool\/btc/);
  await mounted(user.page);
  await user.page.getByText(trader.username).first().waitFor();
  await look(user.page, "silent-pool-btc-1280");
  await alsoOn(market, user.id, "/silent-pool/btc", "silent-pool-btc");
  await user.page.goto("/trading/buy-btc/neteller?currencyCode=USD");
  await mounted(user.page);
  assert.equal(await user.page.getByText(trader.username).count(), 0);
});
