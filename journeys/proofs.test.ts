// Guards: an automatic bank transfer in the browser: the account is chosen with the offer, the buyer shows a proof before they say that
// they paid, the seller rejects and approves, and nobody chats; and limits are said before a start.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkBooks } from "../server/outward/staff/index.ts";
import { anOffer } from "../server/testing/index.ts";
import { aPicture } from "../server/testing/upload.ts";
import { assertAccessible, assertFits, look, OTHER_SCREENS } from "./look.ts";
import { aGuest, enterAs, openMarket, type Visitor, visit } from "./market.ts";
import { act, alsoOn, confirm, mounted, openTrade, releaseTrade, sees, startTrade } from "./steps.ts";

const market = await openMarket();
const seller = await aGuest(market, "auto_seller", { coins: { BTC: 100_000_000n } });
const buyer = await aGuest(market, "auto_buyer");
const complaints = ({ errors }: Visitor) => errors.filter((one) => !one.includes("422"));

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
  await page.getByText("Automatic bank transfer").click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("This field is required.").first().waitFor();
  await page.getByText("•••• 3000").click();
  await look(page, "offer-auto-1280");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/my-offers/);

  await buyer.page.goto(`/offer/${offer}`);
  await mounted(buyer.page);
  await buyer.page.getByText("This trade runs automatically").waitFor();
  await look(buyer.page, "offer-auto-view-1280");
  const path = await startTrade(buyer, offer, "100");
  await buyer.page.getByText("DE89370400440532013000").waitFor();
  await buyer.page.getByText(/This trade runs without a chat/).waitFor();
  assert.equal(await buyer.page.getByRole("button", { name: "I have paid" }).count(), 0, "not before the proof");
  await look(buyer.page, "trade-auto-1280");
  await openTrade(seller, path);
  const empty = { name: "proof.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(0) };
  await buyer.page.getByLabel(/Proof of payment: Upload a file/).setInputFiles(empty);
  const refused = buyer.page.getByText("The PDF is empty.");
  await refused.first().waitFor();
  assert.equal(await refused.count(), 1, "told once, in its place");
  await upload(buyer, /Proof of payment: Upload a file/);
  await buyer.page.getByText("Uploaded", { exact: true }).waitFor();
  await page.getByText("Uploaded", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Reject" }).click();
  await page.getByLabel("What is wrong with it?").fill("The amount cannot be read");
  // What lies half under the head of a scrolled page is no small target.
  await page.evaluate("scrollTo(0, 0)");
  await look(page, "trade-proof-reject-1280");
  await page.getByRole("button", { name: "Reject" }).click();
  await buyer.page.getByText("The amount cannot be read").waitFor();
  await buyer.page.evaluate("scrollTo(0, 0)");
  await look(buyer.page, "trade-proof-rejected-1280");
  await upload(buyer, /Proof of payment: Upload a file/);
  await page.getByRole("button", { name: "Approve" }).click();
  await buyer.page.getByText("Approved", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Ask for: Receipt" }).click();
  await buyer.page.getByText("Optional").waitFor();
  await buyer.page.getByLabel("Name of the holder of the account").fill("Charles Babbage");
  await buyer.page.getByRole("button", { name: "Tell the seller" }).click();
  await act(buyer, "I have paid");
  await confirm(buyer, "I have paid");
  await sees(seller, "The buyer marked the trade as paid. Check your account, then release the coins.");
  await page.evaluate("scrollTo(0, 0)");
  await assertAccessible(page, "a trade with proofs");
  for (const [name, prefix, browser] of OTHER_SCREENS) {
    const visitor = await visit(market, browser);
    await enterAs(market, visitor, seller.id);
    await visitor.page.goto(`${prefix}${path}`);
    await mounted(visitor.page);
    await visitor.page.locator("#proofs").waitFor();
    await assertFits(visitor.page, `trade ${name}`);
    await look(visitor.page, `trade-proofs-${name}`);
  }
  await releaseTrade(seller);
  await sees(buyer, "Trade completed. The coins are in your wallet.");
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  assert.deepEqual([...complaints(seller), ...complaints(buyer)], []);
});

test("what keeps a trade from being larger stands there before a sum is typed, and against the sum", {
  timeout: 400_000,
}, async () => {
  const offer = await market.db.tx((tx) =>
    anOffer(tx, seller.id, { payment_method: "paypal", range_max: "5000", new_buyer_max_fiat_limit: "600" }),
  );
  const newcomer = await aGuest(market, "newcomer_one");
  await market.owner.query("update users set granted_level = 1 where id = $1", [newcomer.id]);
  const { page } = newcomer;
  await page.goto(`/offer/${offer}`);
  await mounted(page);
  await page.getByText(/As this is your first trade, this offer takes up to/).waitFor();
  await page.getByText(/Your level \(L1\) leaves/).waitFor();
  await look(page, "offer-limits-1280");
  await page
    .getByLabel(/You pay/)
    .first()
    .fill("650");
  await page.getByText(/As this is your first trade, this offer takes up to/).waitFor();
  assert.equal(await page.getByText(/Your level \(L1\) leaves/).count(), 0, "the tightest alone");
  await look(page, "offer-limit-fault-1280");
  await alsoOn(market, newcomer.id, `/offer/${offer}`, "offer-limits");
});
