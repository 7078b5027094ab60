// Guards: two administrators give a featured offer cashback, whoever finds the offer reads what they would get before and while they trade, and
// has it in their wallet when the coins are theirs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkBooks } from "../server/outward/staff/index.ts";
import { anOffer } from "../server/testing/index.ts";
import { assertAccessible, look } from "./look.ts";
import { anAuthenticator } from "./authenticator.ts";
import { aGuest, openMarket, visit, type Visitor } from "./market.ts";
import { alsoOn, openTrade, payTrade, releaseTrade, startTrade } from "./steps.ts";

const market = await openMarket();
const ada = await aGuest(market, "ada_gives", { role: "admin" });
const eve = await aGuest(market, "eve_gives", { role: "admin" });
const [codeOfAda, codeOfEve] = [await anAuthenticator(market, ada.id), await anAuthenticator(market, eve.id)];
await market.moveClock(24 * 3_600_000);
const seller = await aGuest(market, "cashback_seller", { coins: { BTC: 50_000_000n } });
const buyer = await aGuest(market, "cashback_buyer");

async function proveAndConfirm({ page }: Visitor, code: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Code from your authenticator app").fill(code);
  await dialog.getByRole("button", { name: "Confirm" }).click();
}

test("cashback is given, found, shown before the start, and paid with the coins", { timeout: 400_000 }, async () => {
  const offer = await market.db.tx((tx) => anOffer(tx, seller.id, { payment_method: "skrill" }));
  const { page } = ada;
  await openTrade(ada, "/staff/offers?queue=featured");
  await page.getByLabel("Link or ID of the offer").fill(offer);
  await page.getByLabel("Reason").fill("A new method of payment.");
  await page.getByRole("button", { name: "Feature the offer" }).click();
  await page.getByRole("button", { name: "Give cashback" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Percent of the amount").fill("0.8");
  await dialog.getByLabel("At most for one trade").fill("15");
  await look(page, "cashback-give-1280");
  await assertAccessible(page, "giving cashback");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("Give cashback of 0.8%, at most 15 USD a trade").waitFor();
  await dialog.getByLabel("Reason").fill("A new method of payment.");
  await proveAndConfirm(ada, await codeOfAda());
  await page.getByText("Cashback is at most half of the offer's fee.").first().waitFor();
  await look(page, "cashback-wrong-1280");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Give cashback" }).click();
  await dialog.getByLabel("Percent of the amount").fill("0.5");
  await dialog.getByLabel("At most for one trade").fill("15");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByLabel("Reason").fill("A new method of payment.");
  // A code counts once.
  await market.moveClock(60_000);
  await proveAndConfirm(ada, await codeOfAda());
  await page.getByText("Proposed. Another administrator").waitFor();

  await openTrade(eve, "/staff/desk");
  await eve.page.getByText("Give cashback of 0.5%, at most 15 USD a trade, on an offer of").waitFor();
  await look(eve.page, "cashback-desk-1280");
  await eve.page.getByRole("button", { name: "Review and confirm" }).click();
  await proveAndConfirm(eve, await codeOfEve());
  await eve.page.getByText("Done.").waitFor();
  await openTrade(ada, "/staff/offers?queue=featured");
  await page.getByText(/0\.50?% cashback, up to 15 USD a trade/).waitFor();
  await look(page, "cashback-queue-1280");
  await alsoOn(market, ada.id, "/staff/offers?queue=featured", "cashback-queue");

  const listing = "/trading/buy-btc/skrill";
  const stranger = await visit(market);
  await openTrade(stranger, listing);
  const row = stranger.page.getByRole("listitem").filter({ hasText: "cashback_seller" }).first();
  await row.getByText(/0\.50?% cashback/).waitFor();
  await look(stranger.page, "cashback-listing-1280");
  await alsoOn(market, buyer.id, `${listing}?currencyCode=USD`, "cashback-listing");
  await openTrade(seller, "/dashboard/my-offers?myOffersTab=sell");
  await seller.page.getByText(/whoever takes it gets 0\.50?% cashback/).waitFor();
  await look(seller.page, "cashback-my-offers-1280");

  await openTrade(buyer, `/offer/${offer}?fiat-min=100`);
  await buyer.page.getByText(/0\.50?%, up to 15 USD a trade/).waitFor();
  await buyer.page.getByText(/^about 0\.\d+\sBTC \(0\.\d+\sUSD\)$/).waitFor();
  await look(buyer.page, "cashback-offer-1280");
  await alsoOn(market, buyer.id, `/offer/${offer}?fiat-min=100`, "cashback-offer");

  const path = await startTrade(buyer, offer, "100");
  const shown = await buyer.page.locator("dt", { hasText: "Cashback" }).locator("+ dd").textContent();
  assert.match(String(shown), /^0\.\d+ BTC$/);
  await look(buyer.page, "cashback-trade-1280");
  await alsoOn(market, buyer.id, path, "cashback-trade");
  await openTrade(seller, path);
  assert.equal(await seller.page.locator("dt", { hasText: "Cashback" }).count(), 0, "the other side has nothing of it");
  await payTrade(buyer);
  await releaseTrade(seller);
  await buyer.page.getByText("The trade is complete").first().waitFor();
  await openTrade(buyer, "/wallet");
  await buyer.page.getByText("Trade completed").waitFor();
  await buyer.page.getByText("Cashback", { exact: true }).waitFor();
  await buyer.page.getByText(`+${shown}`).waitFor();
  await look(buyer.page, "cashback-wallet-1280");
  await alsoOn(market, buyer.id, "/wallet", "cashback-wallet");
  await stranger.page.goto("/fees");
  await stranger.page.getByText("Cashback that an offer gives comes out of this fee").waitFor();
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  const faults = [...ada.errors, ...eve.errors, ...buyer.errors, ...seller.errors, ...stranger.errors];
  assert.deepEqual(
    faults.filter((text) => !/status of 4(09|22)/.test(text)),
    [],
  );
});
