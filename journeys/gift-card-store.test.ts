// Guards: a visitor reads what the gift card store is, signs in, buys two cards, looks at one code and puts the other into the vault unseen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { look } from "./look.ts";
import { aGuest, sharedMarket, visit } from "./market.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { mounted } from "./steps.ts";

const market = await sharedMarket();

test("a gift card is bought, from the landing to a code that was seen", { timeout: 400_000 }, async () => {
  const visitor = await visit(market);
  await visitor.page.goto("/gift-cards");
  await look(visitor.page, "gift-cards-landing-1280");
  await visitor.page.getByText("Does a card work everywhere?").click();
  await visitor.page.getByText("Most brands tie a card to a country").waitFor();
  await visitor.page.getByRole("main").getByRole("link", { name: "Gift card store" }).click();
  await visitor.page.getByRole("link", { name: "Sign in to buy" }).waitFor();
  await visitor.context.close();
  const guest = await aGuest(market, "card_buyer", { coins: { USDT: 100_000_000n } });
  const { page } = guest;
  await page.goto("/gift-card-store?q=parley+market&currency=USD");
  await mounted(page);
  await look(page, "gift-card-store-1280");
  await page.getByRole("link", { name: /Parley Market/ }).click();
  await page.getByText("Works only in United States").waitFor();
  await mounted(page);
  await page.getByText("25 USD", { exact: true }).click();
  await page.getByLabel("Number of cards").selectOption("2");
  await page.getByRole("button", { name: "Buy now" }).click();
  await page.waitForURL(/\/gift-card-store\/cart$/);
  await page.getByRole("button", { name: "Show the price" }).click();
  await page.getByText("You pay", { exact: true }).waitFor();
  await page.getByLabel("Password").fill(TEST_PASSWORD);
  await look(page, "gift-card-pay-1280");
  await page.getByRole("button", { name: "Pay and get the codes" }).click();
  await page.waitForURL(/\/gift-card-store\/orders\/\w{14}$/);
  await page.getByText("This order is complete.").waitFor();
  await look(page, "gift-card-order-1280");
  await page.getByRole("button", { name: "Show the code" }).first().click();
  await page.getByRole("button", { name: "I understand, show it" }).click();
  await page.getByText(/^PM[A-Z2-9]{14}$/).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "Move to the vault" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Move to the vault" }).click();
  await page.getByText("In the vault").waitFor();
  assert.deepEqual(guest.errors, []);
});
