// Guards: in the browser, a gift card goes from its owner's vault to released coins; and an automatic bank transfer from the chosen account to an
// approved proof, without a chat.
import assert from "node:assert/strict";
import { test } from "node:test";
import { GIFT_CARD_OFFER } from "../server/testing/market/gift-cards.ts";
import { aPicture } from "../server/testing/people/upload.ts";
import { anOffer } from "../server/testing/index.ts";
import { checkBooks } from "../server/staff/console/index.ts";
import { PHONE, assertFits, look } from "./look.ts";
import {
  act,
  alsoOn,
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
import { type Visitor, aGuest, sharedMarket } from "./market.ts";

const market = await sharedMarket();
const CODE = "XKCD-7Q2M-90PL";
const seller = await aGuest(market, "flow_seller", { coins: { BTC: 100_000_000n } });
const buyer = await aGuest(market, "card_holder");
const complaints = ({ errors }: Visitor) => errors.filter((one) => !one.includes("422"));

test("a gift card goes from the vault to released coins", { timeout: 400_000 }, async () => {
  const { page } = buyer;
  await page.goto("/dashboard");
  await mounted(page);
  await page.getByRole("region", { name: "Shortcuts" }).getByRole("link", { name: "Gift cards" }).click();
  await page.waitForURL(/gift-cards/);
  await mounted(page);
  await page.getByText("Your vault is empty").waitFor();
  await page.getByRole("button", { name: "Add a gift card" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add a gift card" });
  await dialog.getByRole("combobox", { name: "Gift card" }).selectOption("amazon-gift-card");
  await dialog.getByLabel("Amount on the card").fill("50");
  await dialog.getByLabel("Code").fill("123");
  await dialog.getByRole("button", { name: "Add a gift card" }).click();
  await dialog.getByText("A code has 8 to 40 letters and digits.").waitFor();
  await look(page, "gift-cards-add-1280");
  await dialog.getByLabel("Code").fill(CODE);
  await dialog.getByRole("button", { name: "Add a gift card" }).click();
  await page.getByText("Ready", { exact: true }).waitFor();
  await act(buyer, "Check the card");
  await page.getByText("The code does not have the format of this issuer's codes").waitFor();
  await page.keyboard.press("Escape");

  const cardOffer = await market.db.tx((tx) =>
    anOffer(tx, seller.id, { ...GIFT_CARD_OFFER, trade_details: "Only US cards." }),
  );
  const path = await startTrade(buyer, cardOffer, "50");
  await sees(buyer, "Choose the gift card that pays.");
  await look(page, "trade-card-1280");
  await act(buyer, "Choose a gift card");
  await page.getByRole("dialog").getByRole("combobox", { name: "Gift card" }).waitFor();
  await confirm(buyer, "Choose a gift card");
  await sees(buyer, "Waiting for the seller to accept your gift card.");

  await openTrade(seller, path);
  await act(seller, "Check the card");
  const found = seller.page.getByRole("dialog", { name: "Card check" });
  await found.getByText("Word for a photo").waitFor();
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
  await page.goto("/dashboard/gift-cards");
  await mounted(page);
  await page.getByText("Used", { exact: true }).waitFor();
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  await alsoOn(market, buyer.id, "/dashboard/gift-cards", "gift-cards");
  await alsoOn(market, buyer.id, path, "trade-card");
  assert.deepEqual([...complaints(seller), ...complaints(buyer)], []);
});

async function upload({ page }: Visitor, label: RegExp): Promise<void> {
  await page
    .getByLabel(label)
    .setInputFiles({ name: "proof.jpg", mimeType: "image/jpeg", buffer: await aPicture({ width: 400, height: 300 }) });
}

test("an automatic bank transfer: account, proof, rejection, approval, release, without a chat", {
  timeout: 400_000,
}, async () => {
  const { page } = seller;
  await page.goto("/account/payment-accounts");
  await mounted(page);
  await page.getByRole("button", { name: "Add bank account" }).click();
  const dialog = page.getByRole("dialog", { name: "Add bank account" });
  await dialog.getByLabel("Country of the account").selectOption({ label: "Germany" });
  await dialog.getByLabel("Currency").selectOption("144");
  await dialog.getByLabel("Account holder").fill("Ada Byron");
  await dialog.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 00");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("•••• 3000").waitFor();
  const offer = await market.db.tx((tx) => anOffer(tx, seller.id, { payment_method: "bank-transfer" }));
  await page.goto(`/offer-manager/edit/${offer}?skipLite=true`);
  await mounted(page);
  await page.getByText("Automatic bank transfer", { exact: true }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("This field is required.").first().waitFor();
  await page.getByText("•••• 3000").click();
  await look(page, "offer-auto-1280");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/my-offers/);

  await buyer.page.goto(`/offer/${offer}`);
  await mounted(buyer.page);
  await buyer.page.getByText("This trade runs automatically").waitFor();
  const path = await startTrade(buyer, offer, "100");
  await buyer.page.getByText("DE89370400440532013000").waitFor();
  await buyer.page.getByText(/This trade has no chat/).waitFor();
  assert.equal(await buyer.page.getByRole("button", { name: "I have paid" }).count(), 0, "not before the proof");
  await look(buyer.page, "trade-auto-1280");
  await openTrade(seller, path);
  const empty = { name: "proof.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(0) };
  await buyer.page.getByLabel(/Proof of payment: Upload a file/).setInputFiles(empty);
  const refused = buyer.page.getByText("The PDF is empty.");
  await refused.first().waitFor();
  assert.equal(await refused.count(), 1, "shown once, beside its field");
  await upload(buyer, /Proof of payment: Upload a file/);
  await buyer.page.getByText("Uploaded", { exact: true }).waitFor();
  await page.getByText("Uploaded", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Reject" }).click();
  await page.getByLabel("What is wrong with it?").fill("The amount cannot be read");
  // An element half under the head of a scrolled page is not a small target.
  await page.evaluate("scrollTo(0, 0)");
  await look(page, "trade-proof-reject-1280");
  await page.getByRole("button", { name: "Reject" }).click();
  await buyer.page.getByText("The amount cannot be read").waitFor();
  await upload(buyer, /Proof of payment: Upload a file/);
  await page.getByRole("button", { name: "Approve" }).click();
  await buyer.page.getByText("Approved", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Request: Receipt" }).click();
  await buyer.page.getByText("Optional").waitFor();
  await buyer.page.getByLabel("Name of the holder of the account").fill("Charles Babbage");
  await buyer.page.getByRole("button", { name: "Tell the seller" }).click();
  await act(buyer, "I have paid");
  await confirm(buyer, "I have paid");
  await sees(seller, "The buyer marked the trade as paid. Check your account, then release the coins.");
  await alsoOn(market, seller.id, path, "trade-proofs");
  await releaseTrade(seller);
  await sees(buyer, "Trade completed. The coins are in your wallet.");
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  assert.deepEqual([...complaints(seller), ...complaints(buyer)], []);
});
