// Guards: a person writes a rule, sees what it would have done, saves it with a password, and sees its run, which they can end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { post } from "../server/money/ledger/index.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { assertFits, look } from "./look.ts";
import { aGuest, sharedMarket } from "./market.ts";
import { alsoOn, mounted } from "./steps.ts";

const market = await sharedMarket();
const saver = await aGuest(market, "saver", { coins: { USDT: 1_000_000_000n } });
const { page } = saver;
/** The operator has bitcoin to convert to. */
const postings = [{ from: "outside:BTC:chain", to: "house:BTC:inventory", units: 10_000_000n }];
await market.db.tx((tx) => post(tx, [{ kind: "test", subject: "bitcoin for a rule", postings }]));

test("a rule is written, previewed, saved, run and ended", async () => {
  await page.goto("/hedging");
  await mounted(page);
  await look(page, "hedging-empty-1280");
  await page.getByRole("button", { name: "New rule" }).click();
  await page.getByText("On a schedule").click();
  await page.getByLabel("Direction").selectOption("back");
  await page.getByLabel("Share").fill("20");
  await page.getByLabel("Always keep").fill("500");
  await page.getByText("Cost of the conversions").waitFor();
  await look(page, "hedging-form-1280");
  await assertFits(page, "hedging-form-1280");
  await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Save rule" }).click();
  await page.getByText("Every week, convert 20% of my USDT to BTC").waitFor();

  await market.owner.query("update hedge_rules set next_at = market_now() where user_id = $1", [saver.id]);
  await page.getByText(/1 conversion: .?100 USDT/).waitFor();
  await look(page, "hedging-1280");
  await alsoOn(market, saver.id, "/hedging", "hedging");
  await page.getByRole("button", { name: "End rule" }).click();
  await page.getByRole("button", { name: "End rule" }).click();
  await page.getByText("No rules yet").waitFor();
  await page.getByRole("cell", { name: "Converted" }).waitFor();
  assert.deepEqual(saver.errors, []);
});
