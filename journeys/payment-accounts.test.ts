// Guards: a seller adds an account and a wallet, gives the account to a trade, the buyer pays to it and says whose account pays, and the seller is
// warned of another name before they release.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anOffer } from "../server/testing/index.ts";
import { act, alsoOn, confirm, mounted, openTrade, releaseTrade, sees, startTrade } from "./steps.ts";
import { look } from "./look.ts";
import { type Visitor, aGuest, sharedMarket } from "./market.ts";

const market = await sharedMarket();
const seller = await aGuest(market, "bank_seller", { coins: { BTC: 100_000_000n } });

const complaints = ({ errors }: Visitor) => errors.filter((one) => !one.includes("422"));

test("an account is added, its faults are shown at their fields, it is changed and removed, and so is a wallet", {
  timeout: 400_000,
}, async () => {
  const { page } = seller;
  await page.goto("/account/settings");
  await mounted(page);
  await page.getByRole("link", { name: "Payment accounts" }).click();
  await page.waitForURL(/\/account\/payment-accounts/);
  await mounted(page);
  await page.getByText("No bank accounts yet").waitFor();
  await page.getByRole("button", { name: "Add bank account" }).click();
  const dialog = page.getByRole("dialog", { name: "Add bank account" });
  await dialog.getByLabel("Country of the account").selectOption({ label: "United Kingdom" });
  await dialog.getByLabel("Currency").selectOption("144");
  await dialog.getByLabel("Account holder").fill("Ada Byron");
  await dialog.getByLabel("Sort code").fill("08-99-99");
  await dialog.getByLabel("Account number").fill("66374959");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("This is not valid. Check every character.").waitFor();
  await look(page, "payments-fault-1280");
  await dialog.getByLabel("Account number").fill("66374958");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("•••• 4958").waitFor();
  await page.getByRole("button", { name: "Add wallet" }).click();
  const wallet = page.getByRole("dialog", { name: "Add wallet" });
  await wallet.getByLabel("Payment method").selectOption({ label: "M-Pesa" });
  await wallet.getByLabel("Name on the wallet").fill("Ada Byron");
  await wallet.getByLabel("Number of the wallet").fill("+254 712 345678");
  await wallet.getByRole("button", { name: "Save" }).click();
  await page.getByText("+254712345678").waitFor();
  await look(page, "payments-1280");
  await page.getByRole("button", { name: "Edit" }).first().click();
  const edit = page.getByRole("dialog", { name: "Edit bank account" });
  assert.equal(await edit.getByLabel("Account number").inputValue(), "66374958");
  await edit.getByLabel("Country of the account").selectOption({ label: "Nigeria" });
  await edit.getByLabel("Bank", { exact: true }).selectOption({ label: "FIRST BANK OF NIGERIA" });
  await edit.getByLabel("Account number").fill("0000014579");
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByText("•••• 4579").waitFor();
  await page.getByRole("button", { name: "Remove" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("No bank accounts yet").waitFor();
  await alsoOn(market, seller.id, "/account/payment-accounts", "payments");
  assert.deepEqual(complaints(seller), []);
});

test("an account is given to a trade, paid to, and its payer's other name is seen before the coins go", {
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

  const offer = await market.db.tx((tx) => anOffer(tx, seller.id));
  const buyer = await aGuest(market, "bank_buyer");
  const path = await startTrade(buyer, offer, "100");
  await openTrade(seller, path);
  await page.getByRole("button", { name: "Share a payment account" }).click();
  await look(page, "trade-give-1280");
  await page.getByRole("dialog").getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText("DE89370400440532013000").waitFor();
  assert.equal(await buyer.page.getByText("DE89370400440532013000").count(), 0, "not before they are asked for");
  await act(buyer, "Show payment details");
  await buyer.page.getByText("DE89370400440532013000").waitFor();
  await buyer.page
    .getByText(/Enter the holder of the account you pay from/)
    .first()
    .waitFor();
  assert.equal(await buyer.page.getByRole("button", { name: "I have paid", exact: true }).count(), 0);
  await buyer.page.getByLabel("Name of the holder of the account").fill("Charles Babbage");
  await buyer.page.getByRole("button", { name: "Tell the seller" }).click();
  await buyer.page.getByText("You pay from an account of Charles Babbage.").waitFor();
  await page.getByText("The buyer pays from an account of Charles Babbage.").waitFor();
  await act(buyer, "I have paid");
  await confirm(buyer, "I have paid");
  await sees(seller, "The buyer marked the trade as paid. Check your account, then release the coins.");
  await act(seller, "Release coins");
  await page.getByRole("dialog").getByText("This is not the name on the buyer's account here.").waitFor();
  await look(page, "trade-payer-release-1280");
  await page.keyboard.press("Escape");
  await releaseTrade(seller);
  await sees(buyer, "Trade completed. The coins are in your wallet.");
  assert.deepEqual([...complaints(seller), ...complaints(buyer)], []);

  await alsoOn(market, seller.id, path, "trade-given");
});
