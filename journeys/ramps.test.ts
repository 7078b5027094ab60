// Guards: a visitor reads how coins are bought and sold by transfer; a user buys at the demo's bank, another name is held, and another user sells to an account.
import assert from "node:assert/strict";
import { test } from "node:test";
import { post } from "../server/money/ledger/index.ts";
import { getFiat } from "../server/reference/catalog/index.ts";
import { clabeThatEnds } from "../server/testing/market/ramps.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { look } from "./look.ts";
import { aGuest, sharedMarket, visit } from "./market.ts";
import { alsoOn, mounted } from "./steps.ts";

const market = await sharedMarket();
const postings = [{ from: "outside:USDT:chain", to: "house:USDT:inventory", units: 10_000_000_000n }];
await market.db.tx((tx) => post(tx, [{ kind: "test_deposit", subject: "coins of the operator", postings }]));

const statusesOf = (errors: readonly string[]) => errors.map((text) => /status of (\d+)/.exec(text)?.[1]);

test("coins are bought by bank transfer, from the landing to the receipt, and money in another name is sent back", {
  timeout: 400_000,
}, async () => {
  const visitor = await visit(market);
  await visitor.page.goto("/wallet/onramp");
  await visitor.page.getByRole("link", { name: "Sign in to continue" }).waitFor();
  await look(visitor.page, "ramp-landing-1280");
  await visitor.context.close();
  const guest = await aGuest(market, "ramp_buyer");
  const { page } = guest;
  await page.goto("/wallet/onramp");
  await mounted(page);
  await page.getByLabel("Country").selectOption("NG");
  await page.getByLabel("You pay").fill("500");
  await page.getByRole("button", { name: "Show the price" }).click();
  await page.getByText("The minimum is 1000 NGN.").waitFor();
  const open = async () => {
    await page.getByLabel("You pay").fill("30000");
    await page.getByRole("button", { name: "Show the price" }).click();
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await page.waitForURL(/\/ramp-orders\/\w{14}$/);
    await page.getByText("Account number", { exact: true }).waitFor();
  };
  await open();
  const first = page.url();
  await look(page, "ramp-order-1280");
  await page.getByRole("link", { name: "Open the bank" }).click();
  await page.waitForURL(/\/house-bank/);
  await mounted(page);
  await look(page, "house-bank-1280");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Sent. The order receives it at once.").waitFor();
  await page.goto(first);
  await page.getByText("The payment arrived, and the coins are in your balance.").waitFor();
  await page.goto("/wallet/onramp");
  await mounted(page);
  await page.getByText("Done", { exact: true }).waitFor();
  await page.getByLabel("Country").selectOption("NG");
  await open();
  const order = page.url();
  await page.goto("/house-bank");
  await mounted(page);
  await page.getByLabel("Payer name").fill("Charles Babbage");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Sent. The order receives it at once.").waitFor();
  await page.goto(order);
  await page.getByText("The money came from Charles Babbage").waitFor();
  await look(page, "ramp-held-1280");
  const admin = await aGuest(market, "ramp_watcher", { role: "admin" });
  await admin.page.goto("/staff/orders");
  await admin.page.getByText("Different payer name").waitFor();
  await admin.page.getByText("Ada Byron").waitFor();
  await look(admin.page, "staff-orders-held-1280");
  await admin.context.close();
  await page.getByRole("button", { name: "Refund the payment" }).click();
  await page.getByText("The payment was refunded to the sender.").waitFor();
  assert.deepEqual(statusesOf(guest.errors), ["422"]);
});

test("coins are sold to a bank account of one's own", { timeout: 400_000 }, async () => {
  const guest = await aGuest(market, "ramp_seller", { coins: { USDT: 500_000_000n } });
  const { page } = guest;
  await page.goto("/off-ramp");
  await mounted(page);
  await page.getByLabel("Country").selectOption("MX");
  await page.getByRole("link", { name: "Add an account" }).click();
  await page.waitForURL(/\/account\/payment-accounts/);
  await mounted(page);
  await page.getByRole("button", { name: "Add bank account" }).click();
  const dialog = page.getByRole("dialog", { name: "Add bank account" });
  await dialog.getByLabel("Country of the account").selectOption({ label: "Mexico" });
  await dialog.getByLabel("Currency").selectOption(String(getFiat("MXN").id));
  await dialog.getByLabel("Account holder").fill("Ada Byron");
  await dialog.getByLabel("CLABE").fill(clabeThatEnds("19"));
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.goto("/off-ramp");
  await mounted(page);
  await page.getByLabel("Your account receives").fill("1000");
  await page.getByRole("button", { name: "Show the price" }).click();
  await page.getByText("Ada Byron").last().waitFor();
  await page.getByLabel("Password").fill(TEST_PASSWORD);
  await look(page, "ramp-sell-price-1280");
  await page.getByRole("button", { name: "Sell now" }).click();
  await page.waitForURL(/\/ramp-orders\/\w{14}$/);
  await page.getByText("The money was paid to your account.").waitFor();
  await alsoOn(market, guest.id, "/off-ramp", "off-ramp");
  assert.deepEqual(statusesOf(guest.errors), []);
});
