// Guards: an offer by gold says what an ounce counts for, and whoever takes it reads in ounces what pays, before and in the trade.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, enterAs, openMarket, visit } from "./market.ts";
import { act, mounted, startTrade } from "./steps.ts";

const market = await openMarket();
const owner = await aGuest(market, "gold_owner", { coins: { BTC: 100_000_000n } });
const taker = await aGuest(market, "gold_taker");
const DARK_PHONE = { ...PHONE, colorScheme: "dark" } as const;

test("an ounce's value is typed with the offer, read on its page and kept by its trade", {
  timeout: 400_000,
}, async () => {
  const { page } = owner;
  await page.goto("/offer-manager/edit?payment-method=gold-xau&currency=USD");
  await mounted(page);
  await page.getByLabel("Minimum", { exact: true }).fill("20");
  await page.getByLabel("Maximum", { exact: true }).fill("200");
  await page.getByRole("button", { name: "Publish offer" }).click();
  await page.getByText("Choose the country in which is paid.").first().waitFor();
  await page.getByLabel("Paid in").selectOption("DE");
  await page.getByRole("button", { name: "Publish offer" }).click();
  await page.getByText("This payment method is paid on the spot: enter the city.").first().waitFor();
  await look(page, "offer-form-place-1280");
  await page.getByLabel("City", { exact: true }).fill("Leipzig");
  await page.getByLabel("State or region").fill("Sachsen");
  await page.getByRole("button", { name: "Publish offer" }).click();
  await page.getByText("Enter what one troy ounce counts for").first().waitFor();
  await page.getByLabel("Value of one troy ounce").fill("2600.50");
  await look(page, "offer-form-gold-1280");
  await page.getByRole("button", { name: "Publish offer" }).click();
  await page.waitForURL(/my-offers/);

  const { rows } = await market.owner.query("select hash from offers where custom_rate is not null");
  const offer: string = rows[0].hash;
  await taker.page.goto(`/offer/${offer}?fiat-min=100`);
  await mounted(taker.page);
  await taker.page.getByText("That is 0.0385 troy ounces of metal, at 2,600.50 USD an ounce.").waitFor();
  await look(taker.page, "offer-gold-1280");
  await startTrade(taker, offer, "100");
  await taker.page.getByText("0.0385 troy ounces").first().waitFor();
  await act(taker, "Show payment details");
  await look(taker.page, "trade-gold-1280");

  const { rows: trades } = await market.owner.query("select hash from trades where custom_rate is not null");
  const visitor = await visit(market, DARK_PHONE);
  await enterAs(market, visitor, taker.id);
  for (const [screen, address, words] of [
    ["offer-gold", `/ar/offer/${offer}?fiat-min=100`, "أي 0.0385 أونصة تروي من المعدن"],
    ["trade-gold", `/ar/trade/${trades[0].hash}`, "0.0385 أونصة تروي"],
    ["listing-gold", "/ar/trading/buy-btc/gold-xau?currencyCode=USD", "gold_owner"],
  ] as const) {
    await visitor.page.goto(address);
    await mounted(visitor.page);
    await visitor.page.getByText(words).first().waitFor();
    await look(visitor.page, `${screen}-390-ar-dark`);
    await assertFits(visitor.page, `${screen} in Arabic`);
  }
  await enterAs(market, visitor, owner.id);
  await visitor.page.goto(`/ar/offer-manager/edit/${offer}`);
  await mounted(visitor.page);
  await look(visitor.page, "offer-form-gold-390-ar-dark");
  await assertFits(visitor.page, "the form of gold in Arabic");
  assert.deepEqual(visitor.errors, []);
  await visitor.context.close();
});
