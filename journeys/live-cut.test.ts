// Guards: a line that is cut for five seconds loses nothing: what the other side wrote and did stands there without a reload.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { anOffer } from "../server/testing/index.ts";
import { look } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { act, chatLine, confirm, openTrade, releaseTrade, say, sees, startTrade } from "./steps.ts";

const market = await openMarket();
const WORDS = ["The first line", "The second line", "The third line"];

test("words and a payment reach a seller whose line was cut while they came", { timeout: 400_000 }, async () => {
  const seller = await aGuest(market, "cut_seller", { coins: { BTC: 10_000_000n } });
  const buyer = await aGuest(market, "cut_buyer");
  const offer = await market.db.tx((tx) => anOffer(tx, seller.id));
  const path = await startTrade(buyer, offer, "100");
  await openTrade(seller, path);
  await say(buyer, "Hello before the cut");
  await seller.page.getByText("Hello before the cut").waitFor();
  await seller.page.evaluate("window.isTheSamePage = true");

  await seller.context.setOffline(true);
  const cutAt = performance.now();
  for (const words of WORDS) {
    await buyer.page.getByLabel("Write a message").fill(words);
    await buyer.page.keyboard.press("Enter");
  }
  await chatLine(buyer.page, "The third line").waitFor();
  await act(buyer, "Show payment details");
  await act(buyer, "I have paid");
  await confirm(buyer, "I have paid");
  await seller.page.getByText("You are offline").waitFor();
  await look(seller.page, "live-cut-1280");
  await pause(Math.max(0, 5000 - (performance.now() - cutAt)));
  assert.equal(await seller.page.getByText("The third line").count(), 0, "the line was not cut at all");
  await seller.context.setOffline(false);

  await sees(seller, "The buyer marked the trade as paid. Check your account, then release the coins.");
  const lines = await chatLine(seller.page, /line$/).allTextContents();
  assert.deepEqual(lines, WORDS, "every word once, in order, however quickly it was written");
  assert.equal(await seller.page.evaluate("window.isTheSamePage"), true, "the page was loaded again");
  await releaseTrade(seller);
  await sees(buyer, "Trade completed. The coins are in your wallet.");
  await look(seller.page, "live-cut-over-1280");
});
