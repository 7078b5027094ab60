// Guards: two people in two browsers do the main job: register, confirm, find the offer, trade, chat, release, rate.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { playRecordedRates } from "../server/money/rates/index.ts";
import { checkBooks } from "../server/outward/staff/index.ts";
import { anOffer, aUser, giveCoins, testLog } from "../server/testing/index.ts";
import { ARTEFACTS, enterAs, mailedCode, openMarket, visit } from "./market.ts";

const market = await openMarket();
mkdirSync(ARTEFACTS, { recursive: true });

async function assertAccessible(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page: page as never })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`),
    [],
    name,
  );
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`), fullPage: true });
}

test("a newcomer buys from a seller: from registering to the coins and the feedback", {
  timeout: 180_000,
}, async () => {
  await market.db.tx(playRecordedRates);
  const sellerId = await market.db.tx(async (tx) => {
    const id = await aUser(tx, { username: "honest_seller" });
    await giveCoins(tx, id, "BTC", 100_000_000n);
    return id;
  });
  const offer = await market.db.tx((tx) =>
    anOffer(tx, sellerId, { trade_details: "IBAN DE02 1203 0000 0000 2020 51, Ada Byron" }),
  );
  const seller = await visit(market);
  await enterAs(market, seller, sellerId);

  const buyer = await visit(market);
  await buyer.page.goto("/register");
  await buyer.page.getByLabel("E-mail").fill("newcomer@example.org");
  await buyer.page.getByLabel("Password", { exact: true }).fill("amber otter sails home");
  await buyer.page.getByLabel("First name").fill("Grace");
  await buyer.page.getByLabel("Last name").fill("Hopper");
  await buyer.page.getByLabel(/birth/i).fill("1986-12-09");
  await buyer.page.getByLabel("Country").selectOption("US");
  await buyer.page.getByRole("checkbox").check();
  await assertAccessible(buyer.page, "register");
  await buyer.page.locator("form button[type=submit]").click();
  await buyer.page.waitForURL(/verify-email/).catch(async (error: unknown) => {
    await shoot(buyer.page, "failed-register");
    throw error;
  });
  const code = await mailedCode(market, "newcomer@example.org");
  await buyer.page.locator("input[autocomplete=one-time-code]").first().fill(code);
  await buyer.page.waitForURL(/\/($|dashboard|\?)/, { timeout: 15_000 });

  await buyer.page.goto("/trading/buy-btc/with-any-payment-method?currencyCode=USD");
  await shoot(buyer.page, "listing-1280");
  await buyer.page.locator(`a[href*="${offer}"]`).first().click();
  await buyer.page.waitForURL(new RegExp(`/offer/${offer}`));
  await buyer.page.waitForSelector('[data-app="marketplace"][data-status="mounted"]');
  await buyer.page
    .getByLabel(/USD|You pay/i)
    .first()
    .fill("100");
  await buyer.page.locator("form button[type=submit]").first().click();
  await buyer.page.waitForURL(/\/trade\//);
  const tradePath = new URL(buyer.page.url()).pathname;
  await buyer.page.waitForSelector('[data-app="marketplace"][data-status="mounted"]');
  await shoot(buyer.page, "trade-1280");
  await assertAccessible(buyer.page, "trade");
  assert.equal(await buyer.page.getByText("IBAN DE02").count(), 0, "the details are not shown yet");

  await seller.page.goto(tradePath);
  await seller.page.waitForSelector('[data-app="marketplace"][data-status="mounted"]');
  await buyer.page.getByRole("button", { name: "I am ready to pay" }).first().click();
  await buyer.page.getByText("IBAN DE02").waitFor();
  await buyer.page.getByLabel("Write a message").fill("Hello, I am sending it now");
  await buyer.page.getByLabel("Write a message").press("Enter");
  await seller.page.getByText("Hello, I am sending it now").waitFor();
  await buyer.page.getByRole("button", { name: "I have paid" }).first().click();
  await buyer.page.getByRole("dialog").getByRole("button", { name: "I have paid" }).click();

  await seller.page.getByText("The buyer has paid. Look into your account").waitFor();
  await seller.page.getByRole("button", { name: "Release coins" }).first().click();
  const dialog = seller.page.getByRole("dialog");
  assert.equal(
    await dialog.getByRole("button", { name: "Release coins" }).isDisabled(),
    true,
    "three facts have to be ticked",
  );
  for (const box of await dialog.getByRole("checkbox").all()) await box.check();
  await dialog.getByRole("button", { name: "Release coins" }).click();
  await buyer.page.getByText("Done. The coins are with the buyer.").waitFor();
  await shoot(seller.page, "trade-released-1280");

  await buyer.page.getByLabel("In a sentence").fill("Fast and friendly");
  await buyer.page.getByRole("button", { name: "Give feedback" }).click();
  await buyer.page.getByText("You have given feedback.").waitFor();
  await buyer.page.getByRole("link", { name: "Receipt" }).click();
  await buyer.page.getByText("SHA-256").waitFor();
  await assertAccessible(buyer.page, "receipt");
  const { rows } = await market.owner.query(
    "select balance_units::text as units from ledger_accounts where name like 'user:%:BTC:available' and balance_units > 0 order by balance_units",
  );
  assert.equal(rows.length, 2, "buyer and seller hold coins");
  assert.deepEqual(await checkBooks({ db: market.db, log: testLog }), []);
  assert.deepEqual([...buyer.errors, ...seller.errors], []);
});

test("the trade page stands on a phone, dark and right-to-left, without a fault", { timeout: 120_000 }, async () => {
  const { rows } = await market.owner.query("select hash, seller_id from trades limit 1");
  for (const [name, options] of [
    ["trade-390", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
    ["trade-390-dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" as const }],
    ["trade-1280-dark", { colorScheme: "dark" as const }],
  ] as const) {
    const visitor = await visit(market, options);
    await enterAs(market, visitor, BigInt(rows[0].seller_id));
    for (const locale of ["", "/ar", "/es"]) {
      await visitor.page.goto(`${locale}/trade/${rows[0].hash}`);
      await visitor.page.waitForSelector('[data-app="marketplace"][data-status="mounted"]');
      await shoot(visitor.page, `${name}${locale.replace("/", "-")}`);
      await assertAccessible(visitor.page, `${name} ${locale}`);
      const overflow = await visitor.page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth",
      );
      assert.equal(overflow, false, `${name} ${locale} is wider than its screen`);
    }
    await visitor.context.close();
  }
});
