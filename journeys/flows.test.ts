// Guards: a lite trade goes straight to paying, and a gift card goes from its owner's vault to released coins, in the browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkBooks } from "../server/outward/staff/index.ts";
import { GIFT_CARD_OFFER } from "../server/testing/gift-cards.ts";
import { anOffer } from "../server/testing/index.ts";
import { assertAccessible, assertFits, look, OTHER_SCREENS, PHONE } from "./look.ts";
import { aGuest, enterAs, openMarket, visit } from "./market.ts";
import {
  act,
  chatLine,
  confirm,
  mounted,
  openTrade,
  provePassword,
  releaseTrade,
  sees,
  startTrade,
  tickAll,
} from "./steps.ts";

const market = await openMarket();
const CODE = "XKCD-7Q2M-90PL";
const seller = await aGuest(market, "honest_seller", { coins: { BTC: 100_000_000n } });
const buyer = await aGuest(market, "card_holder");

test("a lite offer is edited in the short manager, and its trade goes straight to paying", {
  timeout: 400_000,
}, async () => {
  const offer = await market.db.tx((tx) =>
    anOffer(tx, seller.id, { flow_type: "lite", trade_details: "IBAN DE02 1203 0000 0000 2020 51, Ada Byron" }),
  );
  const { page } = seller;
  await page.goto(`/offer-manager/edit/${offer}`);
  await page.waitForURL(new RegExp(`/offer-manager/lite/edit/${offer}`));
  await mounted(page);
  await page.getByRole("heading", { name: "Edit lite offer" }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "How trades run" }).count(), 0);
  await look(page, "offer-lite-1280");
  await page.getByRole("link", { name: "Open the full form" }).click();
  await page.waitForURL(/skipLite=true/);
  await mounted(page);
  assert.ok(await page.getByRole("radio", { name: /^Lite/ }).isChecked());
  await assertAccessible(page, "the full form of a lite offer");
  await look(page, "offer-flow-1280");
  await page.goto(`/offer-manager/lite/edit/${offer}`);
  await mounted(page);
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/my-offers/);

  const path = await startTrade(buyer, offer, "100");
  await buyer.page.getByText("IBAN DE02").waitFor();
  await look(buyer.page, "trade-lite-1280");
  assert.equal(await buyer.page.getByRole("heading", { name: "History" }).count(), 0);
  await act(buyer, "I have paid");
  await confirm(buyer, "I have paid");
  // A release that was begun before it is paid is asked for again.
  await sees(buyer, "The seller is checking the payment and will release the coins.");
  await openTrade(seller, path);
  await releaseTrade(seller);
  await sees(buyer, "Trade completed. The coins are in your wallet.");
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
});

let cardOffer = "";

test("a gift card goes from the vault to released coins", { timeout: 400_000 }, async () => {
  const { page } = buyer;
  await page.goto("/dashboard");
  await mounted(page);
  await page.getByRole("link", { name: "Gift cards" }).click();
  await page.waitForURL(/gift-cards/);
  await mounted(page);
  await page.getByText("Your vault is empty").waitFor();
  await look(page, "gift-cards-none-1280");
  await page.getByRole("button", { name: "Add a gift card" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add a gift card" });
  await dialog.getByRole("combobox", { name: "Gift card" }).selectOption("amazon-gift-card");
  await dialog.getByLabel("Amount on the card").fill("50");
  await dialog.getByLabel("Code").fill("123");
  await dialog.getByRole("button", { name: "Add a gift card" }).click();
  await dialog.getByText("A code has 8 to 40 letters and digits.").waitFor();
  await look(page, "gift-cards-add-1280");
  await dialog.getByLabel("Code").fill(CODE);
  await assertAccessible(page, "adding a gift card");
  await dialog.getByRole("button", { name: "Add a gift card" }).click();
  await page.getByText("Ready", { exact: true }).waitFor();
  await look(page, "gift-cards-1280");
  await assertAccessible(page, "gift cards");
  await act(buyer, "Check the card");
  await page.getByText("The code is not written the way this issuer writes its codes").waitFor();
  await look(page, "gift-cards-check-1280");
  await page.keyboard.press("Escape");

  cardOffer = await market.db.tx((tx) =>
    anOffer(tx, seller.id, { ...GIFT_CARD_OFFER, trade_details: "Only US cards." }),
  );
  const path = await startTrade(buyer, cardOffer, "50");
  await sees(buyer, "Choose the gift card that pays.");
  await look(page, "trade-card-1280");
  await act(buyer, "Choose a gift card");
  await page.getByRole("dialog").getByRole("combobox", { name: "Gift card" }).waitFor();
  await look(page, "trade-card-choose-1280");
  await confirm(buyer, "Choose a gift card");
  await sees(buyer, "Waiting for the seller to accept your gift card.");

  await openTrade(seller, path);
  await act(seller, "Check the card");
  const found = seller.page.getByRole("dialog", { name: "Card check" });
  await found.getByText("Word for a photo").waitFor();
  await look(seller.page, "trade-card-check-1280");
  await seller.page.setViewportSize(PHONE.viewport);
  await assertFits(seller.page, "trade-card-check-390");
  await look(seller.page, "trade-card-check-390");
  await seller.page.setViewportSize({ width: 1280, height: 900 });
  const word = (await found.getByRole("status").textContent()) ?? "";
  assert.match(word, /^[A-Z0-9]{6}$/);
  await chatLine(buyer.page, new RegExp(word)).waitFor();
  await seller.page.keyboard.press("Escape");
  await act(seller, "Accept this card");
  await sees(seller, "Waiting for the buyer to share the code.");
  await act(buyer, "Share the code");
  await confirm(buyer, "Share the code");
  await sees(seller, "The buyer shared the code. Show it, redeem the card, then release the coins.");
  assert.equal(await seller.page.getByText("XKCD").count(), 0, "nobody sees it yet");
  await act(seller, "Show the code");
  await confirm(seller, "Show the code");
  await seller.page.getByText("XKCD7Q2M90PL").waitFor();
  await look(seller.page, "trade-card-code-1280");
  await seller.page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await sees(seller, "You have seen the code. Redeem the card, then release the coins.");
  assert.equal(await seller.page.getByText("XKCD").count(), 0, "it is shown once");
  await act(seller, "Release coins");
  await tickAll(seller.page.getByRole("dialog"));
  await confirm(seller, "Release coins");
  await provePassword(seller);
  await sees(buyer, "Trade completed. The coins are in your wallet.");
  await look(page, "trade-card-released-1280");
  await page.goto("/dashboard/gift-cards");
  await mounted(page);
  await page.getByText("Used", { exact: true }).waitFor();
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  assert.deepEqual(
    [...buyer.errors, ...seller.errors].filter((one) => !one.includes("422")),
    [],
  );
});

test("either side leaves the vault's steps, and the trade goes on as usual", { timeout: 400_000 }, async () => {
  const path = await startTrade(buyer, cardOffer, "60");
  await act(buyer, "Choose a gift card");
  await buyer.page.getByText("No card in your vault fits this trade").waitFor();
  await look(buyer.page, "trade-card-none-1280");
  await buyer.page.keyboard.press("Escape");
  await openTrade(seller, path);
  await act(seller, "Go on without the vault");
  await confirm(seller, "Go on without the vault");
  await sees(buyer, "The coins are in escrow. Get the payment details.");
});

for (const [name, prefix, browser] of OTHER_SCREENS)
  test(`cards, their trades and the short manager stand at ${name}`, { timeout: 400_000 }, async () => {
    const visitor = await visit(market, browser);
    await enterAs(market, visitor, buyer.id);
    const { page } = visitor;
    await page.goto(`${prefix}/dashboard/gift-cards`);
    await mounted(page);
    await assertFits(page, `cards ${name}`);
    await look(page, `gift-cards-${name}`);
    const trade = await market.owner.query(
      "select hash from trades where status = 'released' order by id desc limit 1",
    );
    await page.goto(`${prefix}/trade/${trade.rows[0].hash}`);
    await mounted(page);
    await assertFits(page, `trade ${name}`);
    await look(page, `trade-card-${name}`);
    await enterAs(market, visitor, seller.id);
    const lite = await market.owner.query("select hash from offers where flow_type = 'lite' limit 1");
    await page.goto(`${prefix}/offer-manager/lite/edit/${lite.rows[0].hash}`);
    await mounted(page);
    await assertFits(page, `lite ${name}`);
    await look(page, `offer-lite-${name}`);
    await page.goto(`${prefix}/offer-manager/edit/${lite.rows[0].hash}?skipLite=true`);
    await mounted(page);
    await assertFits(page, `full ${name}`);
    await look(page, `offer-flow-${name}`);
  });
