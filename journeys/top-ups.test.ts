// Guards: a visitor reads what mobile top-up is, signs in, tops up a number and sees the receipt; an administrator sees the order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { look } from "./look.ts";
import { aGuest, sharedMarket, visit } from "./market.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { mounted } from "./steps.ts";

const market = await sharedMarket();

test("a number is topped up, from the landing to the receipt, again by a code that the phone takes, and each month", {
  timeout: 400_000,
}, async () => {
  const visitor = await visit(market);
  await visitor.page.goto("/mobile-top-up");
  await visitor.page.getByRole("link", { name: "Sign in to top up" }).waitFor();
  await visitor.context.close();
  const guest = await aGuest(market, "top_up_payer", { coins: { USDT: 100_000_000n } });
  const { page } = guest;
  await page.goto("/mobile-top-up");
  await mounted(page);
  await page.getByLabel("Country").selectOption("NG");
  await page.getByLabel("Mobile number").fill("0803 123");
  await page.getByRole("button", { name: "Find operator" }).click();
  await page.getByRole("alert").first().waitFor();
  await page.getByLabel("Mobile number").fill("0803 123 4550");
  await page.getByRole("button", { name: "Find operator" }).click();
  await page.getByText("+234 803 123 4550").waitFor();
  await page.getByText("Found by the provider").waitFor();
  await page.getByText("1,000 NGN", { exact: true }).click();
  await look(page, "top-up-amount-1280");
  await page.getByRole("button", { name: "Show the price" }).click();
  await page.getByText("You pay", { exact: true }).waitFor();
  await page.getByLabel("Password").fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Pay and top up" }).click();
  await page.waitForURL(/\/mobile-top-up\/\w{14}$/);
  await page.getByText("The number has received its airtime.").waitFor();
  await look(page, "top-up-receipt-1280");
  await page.getByRole("link", { name: "Top up again" }).click();
  await page.getByText("Found by the provider").waitFor();
  await page.getByRole("button", { name: "Show the price" }).click();
  await page.getByText("You sent the same amount to this number").waitFor();
  await page.getByText("2,000 NGN", { exact: true }).last().click();
  await page.getByRole("button", { name: "Show the price" }).click();
  await page.getByText("The code is worth").waitFor();
  await page.getByLabel("Password").fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Pay and top up" }).click();
  await page.getByRole("button", { name: "Show the code" }).click();
  const code = (await page.locator(".font-mono.text-lg").textContent()) ?? "";
  await look(page, "top-up-code-1280");
  await page.getByRole("button", { name: "Ask me every month" }).click();
  await page.getByText("You are asked on day").waitFor();
  await page.goto("/house-phone");
  await mounted(page);
  await page.getByText(/You received .1,000 NGN. of airtime/).waitFor();
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Use the code" }).click();
  await page.getByText(/Topped up by a code: .2,000 NGN/).waitFor();
  await look(page, "house-phone-1280");
  // A number that is too short, and the question about the second time.
  assert.deepEqual(
    guest.errors.map((text) => /status of (\d+)/.exec(text)?.[1]),
    ["422", "409"],
  );
});
