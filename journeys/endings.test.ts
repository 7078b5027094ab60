// Guards: a trade that ends without a payment gives the coins back: the buyer cancels, or the time runs out; and it can be reopened.
import assert from "node:assert/strict";
import { test } from "node:test";
import { halt, lift } from "../server/money/ledger/index.ts";
import { checkBooks } from "../server/outward/staff/index.ts";
import { anOffer } from "../server/testing/index.ts";
import { look } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import {
  act,
  confirm,
  openTrade,
  openWallet,
  payTrade,
  provePassword,
  releaseTrade,
  say,
  sees,
  shownBalance,
  startTrade,
} from "./steps.ts";

const market = await openMarket();
const seller = await aGuest(market, "calm_seller", { coins: { BTC: 10_000_000n } });
const buyer = await aGuest(market, "calm_buyer");
const offer = await market.db.tx((tx) => anOffer(tx, seller.id, { payment_window: 30 }));
const WHOLE = { available: "0.1", escrow: "0", incoming: "0", held: "0" };

async function sellersCoins() {
  await openWallet(seller);
  return shownBalance(seller, "BTC");
}

async function assertInOrder(): Promise<void> {
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  assert.deepEqual([...buyer.errors, ...seller.errors], []);
}

test("the buyer cancels after one more question; the seller cannot", { timeout: 400_000 }, async () => {
  const path = await startTrade(buyer, offer, "100");
  assert.notEqual((await sellersCoins()).escrow, "0");
  await openTrade(seller, path);
  assert.equal(await seller.page.getByRole("button", { name: "Cancel trade" }).count(), 0);

  await act(buyer, "Cancel trade");
  await look(buyer.page, "trade-cancel-1280");
  await buyer.page.getByRole("dialog").getByRole("button", { name: "Back" }).click();
  await sees(buyer, "The coins are in escrow. Get the payment details.");
  await act(buyer, "Cancel trade");
  await confirm(buyer, "Cancel trade");
  await sees(buyer, "The buyer canceled the trade. The coins went back to the seller.");
  await sees(seller, "The buyer canceled the trade. The coins are back in your wallet.");
  await look(seller.page, "trade-cancelled-1280");
  assert.deepEqual(await sellersCoins(), WHOLE);
  await assertInOrder();
});

test("after marking paid the buyer is warned before he cancels", { timeout: 400_000 }, async () => {
  const path = await startTrade(buyer, offer, "100");
  await payTrade(buyer);
  await openTrade(seller, path);
  await act(buyer, "Cancel trade");
  await buyer.page.getByRole("dialog").getByText("you may lose your money").waitFor();
  await look(buyer.page, "trade-cancel-paid-1280");
  await confirm(buyer, "Cancel trade");
  await provePassword(buyer);
  await sees(seller, "The buyer canceled the trade. The coins are back in your wallet.");
  assert.deepEqual(await sellersCoins(), WHOLE);
  await assertInOrder();
});

test("the time to pay runs out before both sides' eyes, and a reopened trade is done after all", {
  timeout: 400_000,
}, async () => {
  const path = await startTrade(buyer, offer, "100");
  await openTrade(seller, path);
  await market.moveClock(31 * 60_000);
  await sees(buyer, "The payment window expired. The coins went back to the seller.");
  await sees(seller, "The payment window expired. The coins are back in your wallet.");
  await buyer.page.getByText("The trade has ended; the chat is closed.").waitFor();
  await look(buyer.page, "trade-expired-1280");
  assert.deepEqual(await sellersCoins(), WHOLE);
  await assertInOrder();

  await openTrade(seller, path);
  await act(buyer, "Ask to reopen");
  await sees(seller, "The buyer asked to reopen this trade.");
  await look(seller.page, "trade-reopen-1280");
  await act(seller, "Reopen trade");
  await sees(seller, "Waiting for the buyer to open the payment details.");
  await say(buyer, "Now I have the time");
  await say(seller, "Good that you are back");
  await payTrade(buyer);
  // What was to be confirmed before the payment was told is not done after it.
  await sees(seller, "The buyer marked the trade as paid. Check your account, then release the coins.");
  await releaseTrade(seller);
  await sees(buyer, "Trade completed. The coins are in your wallet.");
  await look(buyer.page, "trade-reopened-released-1280");
  assert.equal((await sellersCoins()).escrow, "0");
  await assertInOrder();
});

test("a release that was refused leaves the coins in escrow, and of one that nobody answered the page claims neither", {
  timeout: 400_000,
}, async () => {
  const path = await startTrade(buyer, offer, "100");
  await payTrade(buyer);
  await openTrade(seller, path);
  const { page } = seller;
  const release = page.getByRole("button", { name: "Release coins", exact: true }).first();
  await market.db.tx((tx) => halt(tx, { name: "releases", reason: "A test." }));
  await releaseTrade(seller);
  await page.getByText("The coins are still in escrow.").waitFor();
  await look(page, "trade-release-refused-1280");
  await market.db.tx((tx) => lift(tx, "releases"));

  await page.route(/\/release/, (route) => route.abort());
  await releaseTrade(seller);
  assert.equal(await release.getAttribute("aria-busy"), "true", "the page asks again by itself meanwhile");
  await page.getByText("It is not known yet whether the coins were released.").waitFor();
  assert.equal(await page.getByText("The coins are still in escrow.").count(), 0);
  await look(page, "trade-release-unknown-1280");
  await page.unroute(/\/release/);
  await releaseTrade(seller);
  await sees(seller, "Trade completed. The buyer has the coins.");
  assert.equal(await page.getByText("It is not known yet").count(), 0);
  // What a browser says of what was refused and of lines that were cut.
  seller.errors.length = 0;
  await assertInOrder();
});
