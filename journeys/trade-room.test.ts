// Guards: a trade that ends without a payment, runs out or is reopened before both sides' eyes; a release that nobody answered; and presses that are
// made twice on a slow line.
import { slowDown } from "./slow-line.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { translatorAsked, useTranslator } from "../server/reach/translations/index.ts";
import { anOffer } from "../server/testing/index.ts";
import { fakeApertium } from "../server/testing/outside/apertium.ts";
import { checkBooks } from "../server/staff/console/index.ts";
import { halt, lift } from "../server/money/ledger/index.ts";
import { aGuest, sharedMarket } from "./market.ts";
import {
  act,
  chatLine,
  confirm,
  mounted,
  openTrade,
  payTrade,
  releaseTrade,
  say,
  sees,
  startTrade,
  tradeStarted,
  twice,
} from "./steps.ts";
import { look } from "./look.ts";

const market = await sharedMarket();

const seller = await aGuest(market, "calm_seller", { coins: { BTC: 100_000_000n } });
const buyer = await aGuest(market, "calm_buyer");
const offer = await market.db.tx((tx) => anOffer(tx, seller.id, { payment_window: 30 }));
async function assertInOrder(): Promise<void> {
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  assert.deepEqual([...buyer.errors, ...seller.errors], []);
}

test("the buyer cancels after one more question; the seller cannot", { timeout: 400_000 }, async () => {
  const path = await startTrade(buyer, offer, "100");
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
  // A confirmation that was open before the buyer marked the trade as paid is not applied after it.
  await sees(seller, "The buyer marked the trade as paid. Check your account, then release the coins.");
  await releaseTrade(seller);
  await sees(buyer, "Trade completed. The coins are in your wallet.");
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
  // Console messages of the browser about refused calls and interrupted connections.
  seller.errors.length = 0;
  await assertInOrder();
});

let path = "";

async function tradesOfBuyer(): Promise<number> {
  const { rows } = await market.owner.query("select from trades where buyer_id = $1", [buyer.id]);
  return rows.length;
}

test("starting a trade twice begins one trade", { timeout: 400_000 }, async () => {
  const { page } = buyer;
  await page.goto(`/offer/${offer}`);
  await mounted(page);
  await page
    .getByLabel(/^You pay$/)
    .first()
    .fill("100");
  const before = await tradesOfBuyer();
  await slowDown(page);
  await twice(page, /^Start buying/);
  await tradeStarted(page);
  path = new URL(page.url()).pathname;
  assert.equal(await tradesOfBuyer(), before + 1);
});

test("a message sent twice by a double press is shown once, and quick different messages are all shown", {
  timeout: 400_000,
}, async () => {
  const { page } = buyer;
  await openTrade(buyer, path);
  await slowDown(page);
  const box = page.getByLabel("Write a message");
  await box.fill("Once only");
  await twice(page, /^Send/);
  for (const words of ["The second", "The third"]) {
    await box.fill(words);
    // As a finger does it: whether or not the button is at work.
    await page.getByRole("button", { name: /^Send/ }).first().dispatchEvent("click");
  }
  await chatLine(page, "The third").waitFor();
  const said = await market.owner.query(
    "select body from chat_messages where type <> 'system' and trade_id = (select id from trades where hash = $1)",
    [path.split("/").at(-1)],
  );
  assert.deepEqual(said.rows.length, 3, JSON.stringify(said.rows));
});

test("a reader accepts translations, and reads the other side's words in the language of the page", {
  timeout: 400_000,
}, async () => {
  const { page } = buyer;
  useTranslator({ apertium: fakeApertium() });
  await translatorAsked();
  const path = await startTrade(buyer, offer, "100");
  await openTrade(seller, path);
  await say(seller, "Hello, please pay 50 EUR to DE89 3704 0044 0532 0130 00, thanks");

  await page.goto(`/es${path}`);
  await page.getByRole("button", { name: "Traducir del inglés" }).click();
  await page.getByRole("link", { name: "Abrir los ajustes" }).click();
  await mounted(page);
  await page.getByLabel("Lo acepto y quiero traducir textos").click();
  await page.getByText("Aceptado:").waitFor();
  await page.goto(`/es${path}`);
  await page.getByRole("button", { name: "Traducir del inglés" }).click();
  await page.getByText("Hola, por favor paga 50 EUR to DE89 3704 0044 0532 0130 00, gracias").waitFor();
  assert.equal(await page.getByText("Hello, please pay 50 EUR").count(), 1, "the original stays");
  await look(page, "trade-translation-1280");

  await act(buyer, "Cancelar operación");
  await confirm(buyer, "Cancelar operación");
  useTranslator({ apertium: undefined });
  await assertInOrder();
});
