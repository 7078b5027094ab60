// Guards: a visitor reads what a card is, signs in, makes one, brings dollars, reads its number, pays in a shop, sees what was held, taken and
// declined, says no to an online payment, and disputes a payment.
import assert from "node:assert/strict";
import { test } from "node:test";
import { look } from "./look.ts";
import { aGuest, sharedMarket, visit } from "./market.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { mounted } from "./steps.ts";

const market = await sharedMarket();

test("a card is made, filled, used and ended, from the landing to the last payment", { timeout: 400_000 }, async () => {
  await market.owner.query(
    `select post_each(array['test'], array['dollars of a journey'], market_now(), array[1], array['outside:USD:issuer'],
       array['house:USD:inventory'], array[10000000::bigint])`,
  );
  const visitor = await visit(market);
  await visitor.page.goto("/virtual-cards");
  await visitor.page.getByRole("link", { name: "Sign in to create a card" }).waitFor();
  await visitor.context.close();
  const guest = await aGuest(market, "card_owner", { coins: { USDT: 200_000_000n } });
  const { page } = guest;
  await page.goto("/virtual-cards");
  await mounted(page);
  await page.getByRole("button", { name: "Create your first card" }).click();
  await page.getByLabel("Name of the card").fill("Subscriptions");
  await page.getByLabel("Each payment").fill("60");
  await page.getByRole("dialog").getByRole("button", { name: "Create a card" }).click();
  await page.getByRole("button", { name: "Top up" }).click();
  await page.getByLabel("Amount in dollars").fill("80");
  await page.getByRole("button", { name: "Show the price" }).click();
  await page.getByText("Added to your card balance").waitFor();
  await page.getByLabel("Password").fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Top up now" }).click();
  await page.getByText("80 USD", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Show number" }).click();
  await page.getByLabel("Password").fill(TEST_PASSWORD);
  await page.getByRole("dialog").getByRole("button", { name: "Show number" }).click();
  const details = page.locator("[data-secret] dd");
  await details.first().waitFor();
  const [number = "", expires = "", cvv = ""] = await details.allInnerTexts();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Card terminal" }).click();
  await mounted(page);
  const pay = async (amount: string, merchant: string) => {
    await page.getByLabel("Card number").fill(number);
    await page.getByLabel("Valid until").fill(expires);
    await page.getByLabel("Security code").fill(cvv);
    await page.getByLabel("Merchant", { exact: true }).fill(merchant);
    await page.getByLabel("Amount").fill(amount);
    await page.getByRole("button", { name: "Pay", exact: true }).click();
  };
  await pay("30", "Corner Books");
  await page.getByText("Approved. 30 USD is held.").waitFor();
  await page.getByLabel("Dollars").fill("25");
  await page.getByRole("button", { name: "Send to the issuer" }).click();
  await page.getByText("Sent. The issuer books it within seconds.").waitFor();
  await pay("61", "Jeweller");
  await page.getByText("Declined. More than your limit for one payment.").waitFor();
  await page.getByLabel("Online payment").check();
  await pay("12", "Web shop");
  await page.getByText("12 USD: the cardholder is asked to approve it.").waitFor();
  await page.getByRole("link", { name: "Answer as the cardholder" }).click();
  await mounted(page);
  await page.getByRole("button", { name: "Decline", exact: true }).click();
  await page.getByText("You declined it in the app.").waitFor();
  await page.getByText("55 USD", { exact: true }).waitFor();
  await look(page, "virtual-cards-1280");
  await page.getByRole("button", { name: "Dispute", exact: true }).click();
  await page.getByLabel("What went wrong").selectOption("duplicate");
  await page.getByLabel("Amount to dispute, in dollars").fill("10");
  await page.getByLabel("What happened").fill("The shop took the money for the same order twice.");
  await page.getByRole("button", { name: "Submit dispute" }).click();
  await page.getByText("10 USD disputed: the issuer is reviewing it").waitFor();
  await page.getByRole("link", { name: "Card terminal" }).click();
  await mounted(page);
  await page.getByRole("button", { name: "Send the answer" }).click();
  await page.getByText("The card issuer answers disputes here. You have none open").waitFor();
  await page.getByRole("link", { name: "Back to your cards" }).click();
  await mounted(page);
  await page.getByText("Dispute won: 10 USD was returned").waitFor();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByLabel("Amount in dollars").fill("25");
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("40 USD", { exact: true }).waitFor();
  await page.getByRole("button", { name: "End card" }).click();
  await page.getByRole("button", { name: "End the card" }).click();
  await page.getByText("Ended", { exact: true }).waitFor();
  assert.deepEqual(guest.errors, []);
});
