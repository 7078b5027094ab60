// Guards: two people in two browsers do the main job, from either side: register, find the offer, trade, release, rate.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anOffer } from "../server/testing/index.ts";
import { checkBooks } from "../server/staff/console/index.ts";
import {
  act,
  countClicks,
  giveName,
  mounted,
  openTrade,
  openWallet,
  payTrade,
  register,
  releaseTrade,
  say,
  sees,
  shownBalance,
  startTrade,
  tradeStarted,
} from "./steps.ts";
import { assertAccessible, look } from "./look.ts";
import { textFaults } from "./text-boxes.ts";
import { type Guest, type Visitor, aGuest, sharedMarket, visit } from "./market.ts";

const market = await sharedMarket();
const LISTING = "/trading/buy-btc/with-any-payment-method?currencyCode=USD";

async function rate({ page }: Visitor, words: string): Promise<void> {
  const leave = page.getByRole("button", { name: "Leave feedback" });
  await leave.waitFor();
  assert.equal(await leave.isDisabled(), true, "nothing is chosen, so one press publishes nothing");
  await page.getByRole("button", { name: "Positive" }).click();
  await page.getByLabel("Your review").fill(words);
  await leave.click();
  await page.getByText("You left feedback.").waitFor();
}

/** The other user's message arrives live, and is answered once. */
async function answerFeedback({ page }: Visitor, words: string, reply: string): Promise<void> {
  await page.getByText(words).waitFor();
  await page.getByLabel("Your reply").fill(reply);
  await page.getByRole("button", { name: "Reply" }).click();
  await page.getByText(reply).waitFor();
}

/** The receipt is open to everyone with its address: it opens in a browser without a session. */
async function openReceiptAsStranger({ page }: Visitor, name: string): Promise<void> {
  const address = await page.getByRole("link", { name: "Receipt" }).getAttribute("href");
  const stranger = await visit(market);
  await stranger.page.goto(address ?? "");
  await stranger.page.getByText("SHA-256").waitFor();
  await look(stranger.page, name);
  assert.equal(await stranger.page.getByText("IBAN DE02").count(), 0, "payment details are no part of a receipt");
  assert.deepEqual(stranger.errors, []);
  await stranger.context.close();
}

async function assertBooks(...visitors: Visitor[]): Promise<void> {
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  assert.deepEqual(
    visitors.flatMap(({ errors }) => errors),
    [],
  );
}

let seller: Guest;

test("a newcomer buys from a seller: from registering to the coins and the feedback", {
  timeout: 400_000,
}, async () => {
  seller = await aGuest(market, "main_seller", { coins: { BTC: 100_000_000n } });
  const offer = await market.db.tx((tx) =>
    anOffer(tx, seller.id, { trade_details: "IBAN DE02 1203 0000 0000 2020 51, Ada Byron" }),
  );
  const buyer = await visit(market);
  const clicks = await countClicks(buyer.page);
  await buyer.page.goto(LISTING);
  await look(buyer.page, "listing-1280");
  await buyer.page.locator(`a[href*="${offer}"]`).first().click();
  await buyer.page.waitForURL(new RegExp(`/offer/${offer}`));
  await mounted(buyer.page);
  await buyer.page.getByLabel("You pay").fill("100");
  await buyer.page.getByRole("link", { name: "Sign in or create an account" }).click();
  await register(market, buyer, "newcomer@example.org");
  await buyer.page.waitForURL(new RegExp(`/offer/${offer}`));
  await buyer.page.getByRole("link", { name: "Enter your name" }).click();
  await giveName(buyer);
  await buyer.page.waitForURL(new RegExp(`/offer/${offer}`));
  await mounted(buyer.page);
  await look(buyer.page, "offer-1280");
  assert.equal(await buyer.page.getByLabel("You pay").inputValue(), "100", "the sum came all the way");
  await buyer.page.getByRole("button", { name: /^Start buying/ }).click();
  await tradeStarted(buyer.page, buyer.errors);
  const path = new URL(buyer.page.url()).pathname;
  await look(buyer.page, "trade-1280");
  assert.equal(await buyer.page.getByText("IBAN DE02").count(), 0, "the details are not shown yet");

  await openTrade(seller, path);
  await act(buyer, "Show payment details");
  await buyer.page.getByText("IBAN DE02").waitFor();
  await say(buyer, "Hello, I am sending it now");
  await seller.page.getByText("Hello, I am sending it now").waitFor();
  await act(buyer, "I have paid");
  await assertAccessible(buyer.page, "the question before paying");
  await buyer.page.getByRole("dialog").getByRole("button", { name: "I have paid" }).click();

  await sees(seller, "The buyer marked the trade as paid. Check your account, then release the coins.");
  await act(seller, "Release coins");
  const dialog = seller.page.getByRole("dialog");
  const isDisabled = await dialog.getByRole("button", { name: "Release coins" }).isDisabled();
  assert.equal(isDisabled, true, "three facts have to be ticked");
  await look(seller.page, "trade-release-1280");
  await seller.page.keyboard.press("Escape");
  await releaseTrade(seller);
  await sees(buyer, "Trade completed. The coins are in your wallet.");
  await rate(buyer, "Fast and friendly");
  assert.ok((await clicks()) <= 14, `a first trade took ${await clicks()} clicks`);
  await answerFeedback(seller, "Fast and friendly", "Come again");
  // The author sees the reply on the open page without a reload.
  await buyer.page.getByRole("heading", { name: "main_seller's reply" }).waitFor();
  await buyer.page.getByText("Come again").waitFor();
  await rate(seller, "Paid within minutes");
  await answerFeedback(buyer, "Paid within minutes", "With pleasure");
  await look(seller.page, "trade-released-1280");
  await openReceiptAsStranger(buyer, "receipt-1280");
  await openWallet(buyer);
  assert.match((await shownBalance(buyer, "BTC")).available, /^0\.001/);
  await assertBooks(buyer, seller);
});

test("on six pages no text is cut, covered or outside of the screen at four widths", { timeout: 400_000 }, async () => {
  const { page } = seller;
  const faults: string[] = [];
  for (const path of ["/", LISTING, "/wallet", "/dashboard", "/dashboard/trades", "/register"]) {
    await page.goto(path);
    await mounted(page);
    faults.push(...(await textFaults(page, path)));
  }
  assert.deepEqual(faults, []);
});

test("a seller takes an offer to buy, and the coins go the same way", { timeout: 400_000 }, async () => {
  const buyer = await aGuest(market, "patient_buyer");
  const offer = await market.db.tx((tx) =>
    anOffer(tx, buyer.id, { offer_type: "buy", margin: "-1", trade_details: "I pay by wire from my own account." }),
  );
  await seller.page.goto("/trading/sell-btc/with-any-payment-method?currencyCode=USD");
  await seller.page.locator(`a[href*="${offer}"]`).first().click();
  await seller.page.waitForURL(new RegExp(`/offer/${offer}`));
  const path = await startTrade(seller, offer, "250");
  await sees(seller, "Waiting for the buyer to open the payment details.");

  await openTrade(buyer, path);
  await payTrade(buyer);
  await sees(seller, "The buyer marked the trade as paid. Check your account, then release the coins.");
  await releaseTrade(seller);
  await sees(buyer, "Trade completed. The coins are in your wallet.");
  await rate(seller, "Paid at once");
  await answerFeedback(buyer, "Paid at once", "Gladly");
  await openWallet(buyer);
  assert.match((await shownBalance(buyer, "BTC")).available, /^0\.00(2|3)/);
  assert.equal((await shownBalance(buyer, "BTC")).escrow, "0");
  await assertBooks(buyer, seller);
});
