// Guards: a seller reports a chargeback from the trade's page, another member of staff decides it for a stated reason, and both sides see the result.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aPicture } from "../server/testing/people/upload.ts";
import { anOffer } from "../server/testing/index.ts";
import { checkBooks } from "../server/staff/console/index.ts";
import { PHONE, assertFits, look } from "./look.ts";
import { aGuest, sharedMarket } from "./market.ts";
import { act, alsoOn, chatLine, mounted, openTrade, payTrade, releaseTrade, sees, startTrade } from "./steps.ts";
import { sayWhy } from "./case-steps.ts";

const market = await sharedMarket();
const seller = await aGuest(market, "cara_seller", { coins: { BTC: 100_000_000n } });
const buyer = await aGuest(market, "carl_buyer");
const mara = await aGuest(market, "mara_judge", { role: "moderator" });
const offer = await market.db.tx((tx) => anOffer(tx, seller.id, { payment_method: "paypal" }));
const ANSWER = "The notice of the provider shows the reversal.";
const STATEMENTS = [
  "I received the payment for this trade, and it was reversed afterwards.",
  "I have asked my bank or payment provider about it.",
  "Everything I write here is true. False reports restrict my account.",
  "I understand that Parley does not guarantee that I get the money back.",
];
async function aReleased(): Promise<string> {
  const path = await startTrade(buyer, offer, "100");
  await payTrade(buyer);
  await openTrade(seller, path);
  await releaseTrade(seller);
  await sees(seller, "Trade completed. The buyer has the coins.");
  return path;
}
async function report(): Promise<void> {
  const { page } = seller;
  await act(seller, "Report a chargeback");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Describe it").fill("PayPal took the payment back on the third of the month.");
  await dialog.getByLabel("Name of the payer").fill("Max Payer");
  await dialog.getByLabel("Email of the payer (optional)").fill("max@example.org");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await page.getByText("We can accept the report only if every statement is true.").waitFor();
  await page.getByRole("button", { name: "Back to the report" }).click();
  for (const statement of STATEMENTS) await dialog.getByLabel(statement).check();
  await dialog.getByLabel("Attach a file").setInputFiles({
    name: "notice.jpg",
    mimeType: "image/jpeg",
    buffer: await aPicture(),
  });
  await dialog.getByText("notice.jpg").waitFor();
  await dialog.getByRole("button", { name: "Send report" }).click();
  await sees(seller, "The seller reported that the payment was taken back. The trade stays completed.");
}
test("a chargeback is reported, judged for a stated reason, and settled by the buyer", {
  timeout: 400_000,
}, async () => {
  const path = await aReleased();
  await openTrade(buyer, path);
  await report();
  await sees(buyer, "The seller reported that the payment was taken back. The trade stays completed.");
  await chatLine(buyer.page, "The seller reported that the payment was taken back.").waitFor();
  await buyer.page.getByText("The payment was reversed").waitFor();
  assert.equal(await buyer.page.getByText("Max Payer").count(), 0, "who paid is for the seller and the staff");
  await look(buyer.page, "chargeback-buyer-1280");

  await mara.page.goto("/staff/disputes?state=chargebacks");
  await mounted(mara.page);
  await mara.page.getByText("No confirmed chargebacks of this buyer before").waitFor();
  await mara.page.getByRole("button", { name: "Take case" }).click();
  await sayWhy(mara.page, "The oldest one of the queue");
  await mara.page.getByText("Max Payer").waitFor();
  await mara.page.getByLabel("Answer to both sides").fill(ANSWER);
  await look(mara.page, "staff-chargeback-taken-1280");
  await mara.page.setViewportSize(PHONE.viewport);
  await assertFits(mara.page, "staff-chargeback-390");
  await look(mara.page, "staff-chargeback-390");
  await mara.page.setViewportSize({ width: 1280, height: 800 });
  await mara.page.getByRole("button", { name: "Confirm the chargeback" }).click();
  await mara.page.getByText("Confirmed", { exact: true }).waitFor();

  await seller.page.getByText(ANSWER).waitFor();
  await buyer.page.getByText("Parley pays nothing for this case.").waitFor();
  await look(seller.page, "chargeback-confirmed-1280");
  await act(seller, "The buyer has paid me back");
  await seller.page.getByText("Only confirm this when the money is in your account.").waitFor();
  await act(seller, "The buyer has paid me back");
  await sees(buyer, "The payment was taken back, and the seller was compensated.");
  await chatLine(buyer.page, "The seller confirmed that the buyer has paid them back.").waitFor();
  await alsoOn(market, seller.id, path, "chargeback-settled");
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  assert.deepEqual([...buyer.errors, ...seller.errors, ...mara.errors], []);
});
