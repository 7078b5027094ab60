// Guards: numbers as people type them are read, asked about or refused in the send form, the listing and the offer form.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, enterAs, openMarket, visit } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket({ chains: true });
const sender = await aGuest(market, "number_typist", { coins: { BTC: 3_000_000n } });

const noteOf = (field: Locator) => field.locator("xpath=../..").getByRole("status");

async function type(field: Locator, text: string): Promise<string> {
  await field.fill(text);
  const note = noteOf(field);
  return (await note.count()) > 0 ? ((await note.textContent()) ?? "") : "";
}

async function sendForm(page: Page, prefix: string): Promise<Locator> {
  await page.goto(`${prefix}/wallet/send/btc`);
  await mounted(page);
  return page.locator("#wallet-panel input").nth(1);
}

test("the send form reads an amount in every way of writing it, and asks where there are two readings", async () => {
  const { page } = sender;
  const field = await sendForm(page, "");
  assert.equal(await type(field, "2,500.75"), "");
  assert.equal(await type(field, "1.250,50"), "Read as 1250.50");
  assert.equal(await type(field, "١٢٥٠٫٥"), "Read as 1250.5");
  assert.equal(await type(field, "2,962.762623"), "");
  assert.equal(await field.inputValue(), "2,962.762623", "what was typed stays");
  assert.equal(await type(field, "5 EUR"), "Enter an amount in BTC.");
  assert.match(await type(field, "1.250"), /Which number/);
  assert.equal(
    await field.evaluate((input) => (input as unknown as { validity: { valid: boolean } }).validity.valid),
    false,
  );
  await noteOf(field).getByRole("button", { name: "1250", exact: true }).click();
  assert.equal(await field.inputValue(), "1250");
  assert.equal(
    await field.evaluate((input) => (input as unknown as { validity: { valid: boolean } }).validity.valid),
    true,
  );
});

test("a payment link in the send form fills in its amount and says what it is for", async () => {
  const { page } = sender;
  const amount = await sendForm(page, "");
  const address = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
  const whom = page.getByLabel("Recipient address");
  await whom.fill(`BITCOIN:${address.toUpperCase()}?amount=0.25&label=Ana`);
  assert.equal(await whom.inputValue(), address.toUpperCase());
  assert.equal(await amount.inputValue(), "0.25");
  await page.getByText("The payment link says: ").waitFor();
  await whom.fill("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByText("This address belongs to another network: TRON.").waitFor();
});

test("the listing and the margin of an offer read separators, digits and signs of every script", async () => {
  const { page } = sender;
  await page.goto("/trading/buy-btc?currencyCode=USD");
  await mounted(page);
  const amount = page.getByLabel("I want to pay");
  await type(amount, "۱٬۰۰۰");
  await page.waitForURL(/fiat-min=1000(&|$)/);

  await page.goto("/offer-manager/edit");
  await mounted(page);
  const margin = page.getByLabel("Margin over market price").first();
  assert.equal(await type(margin, "−1.5"), "");
  await page.getByText("-1.5%").first().waitFor();
  assert.equal(await type(margin, "–٢"), "Read as -2");
  await page.getByText("-2%").first().waitFor();
  assert.equal(await type(margin, "1.5.0"), "This is not a number.");
});

for (const [name, prefix, browser] of [
  ["390-ar", "/ar", PHONE],
  ["1280-es", "/es", {}],
] as const)
  test(`the question about a number at ${name}`, async () => {
    const visitor = await visit(market, browser);
    await enterAs(market, visitor, sender.id);
    const field = await sendForm(visitor.page, prefix);
    await assertFits(visitor.page, `the empty form at ${name}`);
    await type(field, name === "1280-es" ? "1,250" : "1.250");
    assert.equal(await noteOf(field).getByRole("button").count(), 2);
    await look(visitor.page, `typed-number-${name}`);
    await assertFits(visitor.page, `the question at ${name}`);
    assert.deepEqual(visitor.errors, []);
    await visitor.context.close();
  });
