// Guards: a seller keeps an account and a wallet, gives the account to a trade, the buyer pays to it and says whose account pays, and
// the seller is warned of another name before they release.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ids } from "../server/platform/ids.ts";
import { anOffer, signIn } from "../server/testing/index.ts";
import { RIGHT_ACCOUNTS } from "../server/testing/payment-accounts.ts";
import { ACCOUNT_COUNTRIES, type AccountCountry } from "#contract/payment-account-names.ts";
import { createBankAccount } from "#contract/payment-accounts.ts";
import { markTradePaid, revealPaymentDetails } from "#contract/trades.ts";
import { assertFits, look, OTHER_SCREENS } from "./look.ts";
import { aGuest, enterAs, openMarket, type Visitor, visit } from "./market.ts";
import { act, alsoOn, confirm, mounted, openTrade, releaseTrade, sees, startTrade } from "./steps.ts";

const market = await openMarket();
const seller = await aGuest(market, "bank_seller", { coins: { BTC: 100_000_000n } });

const complaints = ({ errors }: Visitor) => errors.filter((one) => !one.includes("422"));

test("an account is added, its faults are told at their fields, it is changed and removed, and a wallet beside it", {
  timeout: 400_000,
}, async () => {
  const { page } = seller;
  await page.goto("/account/settings");
  await mounted(page);
  await page.getByRole("link", { name: "Manage payment accounts" }).click();
  await page.waitForURL(/\/account\/payment-accounts/);
  await mounted(page);
  await page.getByText("No bank accounts yet").waitFor();
  await look(page, "payments-none-1280");
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
  await look(page, "payments-wallet-1280");
  await wallet.getByRole("button", { name: "Save" }).click();
  await page.getByText("+254712345678").waitFor();
  await look(page, "payments-1280");
  await page.getByRole("button", { name: "Edit" }).first().click();
  const edit = page.getByRole("dialog", { name: "Edit bank account" });
  assert.equal(await edit.getByLabel("Account number").inputValue(), "66374958");
  await edit.getByLabel("Country of the account").selectOption({ label: "Nigeria" });
  await edit.getByLabel("Bank", { exact: true }).selectOption({ label: "FIRST BANK OF NIGERIA" });
  await edit.getByLabel("Account number").fill("0000014579");
  await look(page, "payments-nigeria-1280");
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByText("•••• 4579").waitFor();
  await page.getByRole("button", { name: "Remove" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("No bank accounts yet").waitFor();
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
  await page.getByRole("button", { name: "Give a payment account" }).click();
  await look(page, "trade-give-1280");
  await page.getByRole("dialog").getByRole("button", { name: "Give this one" }).click();
  await page.getByText("DE89370400440532013000").waitFor();
  assert.equal(await buyer.page.getByText("DE89370400440532013000").count(), 0, "not before they are asked for");
  await act(buyer, "Show payment details");
  await buyer.page.getByText("DE89370400440532013000").waitFor();
  await buyer.page
    .getByText(/Tell the seller whose account you pay from, below/)
    .first()
    .waitFor();
  assert.equal(await buyer.page.getByRole("button", { name: "I have paid", exact: true }).count(), 0);
  await buyer.page.getByLabel("Name of the holder of the account").fill("Charles Babbage");
  await buyer.page.getByRole("button", { name: "Tell the seller" }).click();
  await buyer.page.getByText("You pay from an account of Charles Babbage.").waitFor();
  await look(buyer.page, "trade-payer-1280");
  await page.getByText("The buyer pays from an account of Charles Babbage.").waitFor();
  await look(page, "trade-payer-seller-1280");
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

/** A call as this person's browser makes it. */
async function post(who: bigint, url: string, payload: object = {}): Promise<void> {
  const token = await market.db.tx((tx) => signIn(tx, who));
  const { statusCode, body } = await market.app.fastify.inject({
    method: "POST",
    url,
    headers: {
      cookie: `parley=${token}`,
      "x-csrf-token": market.app.forgery.tokenOf(token),
      "x-requested-with": "XMLHttpRequest",
      "idempotency-key": ids.hash(),
    },
    payload,
  });
  assert.ok(statusCode < 300, `${url} ${body}`);
}

/** What identifies the account in its country, as the buyer reads it. */
const NUMBERS: Readonly<Record<AccountCountry, readonly string[]>> = {
  NG: ["0000014579", "FIRST BANK OF NIGERIA"],
  US: ["000123456789", "021000021"],
  FI: ["FI2112345600000785", "NDEAFIHH"],
  GB: ["66374958", "089999"],
  IN: ["50100012345678", "HDFC0000001"],
  RU: ["40703840000001449489", "044525700"],
  MX: ["032180000118359719"],
  OTHER: ["DE89370400440532013000"],
};

test("an account of each country is given to a trade, read by its buyer, and paid to", {
  timeout: 400_000,
}, async () => {
  const rich = await aGuest(market, "bank_of_each", { coins: { BTC: 100_000_000n } });
  const payer = await aGuest(market, "payer_to_each");
  const offer = await market.db.tx((tx) => anOffer(tx, rich.id));
  for (const country of ACCOUNT_COUNTRIES) {
    await post(rich.id, createBankAccount.path, RIGHT_ACCOUNTS[country]);
    const path = await startTrade(payer, offer, "100");
    await openTrade(rich, path);
    await act(rich, "Give a payment account");
    const [number = "", ...others] = NUMBERS[country];
    await rich.page
      .getByRole("dialog")
      .getByRole("listitem")
      .filter({ hasText: number.slice(-4) })
      .getByRole("button", { name: "Give this one" })
      .click();
    await rich.page.getByText(number).first().waitFor();
    await act(payer, "Show payment details");
    for (const text of [number, ...others]) await payer.page.locator("[data-given]").getByText(text).first().waitFor();
    await look(payer.page, `trade-given-${country}-1280`);
    const hash = path.split("/").at(-1) ?? "";
    await post(payer.id, revealPaymentDetails.path.replace(":id", hash), { payer_name: "Grace Hopper" });
    await post(payer.id, markTradePaid.path.replace(":id", hash));
    await sees(rich, "The buyer marked the trade as paid. Check your account, then release the coins.");
  }
  assert.deepEqual([...complaints(rich), ...complaints(payer)], []);
});

for (const [name, prefix, browser] of OTHER_SCREENS)
  test(`payment accounts stand at ${name}`, { timeout: 400_000 }, async () => {
    const visitor = await visit(market, browser);
    await enterAs(market, visitor, seller.id);
    const { page } = visitor;
    await page.goto(`${prefix}/account/payment-accounts`);
    await mounted(page);
    await assertFits(page, name);
    await look(page, `payments-${name}`);
    await page
      .getByRole("button")
      .filter({ hasText: /Add bank account|Agregar cuenta bancaria|إضافة حساب مصرفي/ })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
    await assertFits(page, `${name}-add`);
    await look(page, `payments-add-${name}`);
  });
