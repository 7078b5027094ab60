// Guards: a user saves the search of a listing and is notified of a new offer that fits it; the page of saved searches opens the listing
// with its filters, and the alert can be turned off.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anOffer } from "../server/testing/index.ts";
import { look } from "./look.ts";
import { aGuest, sharedMarket } from "./market.ts";
import { alsoOn, mounted } from "./steps.ts";

const market = await sharedMarket();
const taker = await aGuest(market, "search_saver");
const owner = await aGuest(market, "search_owner", { coins: { BTC: 100_000_000n } });

const LISTING = "/trading/buy-btc/neteller?currencyCode=USD&fiat-min=100";

test("a saved search alerts its user to a new offer, opens its listing, and can be turned off", {
  timeout: 400_000,
}, async () => {
  const { page } = taker;
  await page.goto("/dashboard/saved-searches");
  await mounted(page);
  await page.getByText("No saved searches").waitFor();
  await look(page, "saved-searches-none-1280");
  await page.goto(LISTING);
  await mounted(page);
  await page.getByRole("button", { name: "Save this search" }).click();
  await page.getByRole("link", { name: "Saved searches" }).first().waitFor();

  const hash = await market.db.tx((tx) => anOffer(tx, owner.id, { payment_method: "neteller" }));
  await page.goto("/dashboard");
  await mounted(page);
  await page.getByRole("link", { name: "Saved searches" }).click();
  const search = page.getByRole("link", { name: /Neteller · USD · 100/i });
  await search.waitFor();
  const { rows } = await notice();
  assert.equal(rows[0]?.link, `/offer/${hash}`);
  await page.reload();
  await mounted(page);
  await page.getByText("Last alert:").waitFor();
  await look(page, "saved-searches-1280");
  await alsoOn(market, taker.id, "/dashboard/saved-searches", "saved-searches");

  await page.getByRole("button", { name: /^Rename/ }).click();
  await page.getByLabel("Name", { exact: true }).fill("Neteller in dollars");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: "Neteller in dollars" }).waitFor();
  await page.getByText("Alert me to new offers").click();
  await page.getByRole("link", { name: "Neteller in dollars" }).click();
  await page.waitForURL((url) => url.pathname === "/trading/buy-btc/neteller" && url.search.includes("fiat-min=100"));
  await page.getByText("search_owner").first().waitFor();
  await page.goto("/dashboard/saved-searches");
  await mounted(page);
  assert.equal(await page.getByRole("checkbox").isChecked(), false);
  await page.getByRole("button", { name: /^Delete/ }).click();
  await page.getByText("No saved searches").waitFor();
  assert.deepEqual(taker.errors, []);
});

/** The workers of the market find the search and send the notice. */
async function notice() {
  for (let tries = 0; tries < 200; tries++) {
    const found = await market.owner.query(
      "select link from notifications where user_id = $1 and kind = 'search_found'",
      [taker.id],
    );
    if (found.rows.length > 0) return found;
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error("no alert came");
}
