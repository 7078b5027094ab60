// Guards: whoever's wallet is blocked reads why above it and on every page, with what is still open and the way out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const zoe = await aGuest(market, "zoe_blocked");
const yan = await aGuest(market, "yan_away", { browser: { colorScheme: "dark" } });
await market.owner.query("update users set registration_group = 1, email_confirmed_at = market_now() where id = $1", [
  zoe.id,
]);
await market.owner.query("update users set sign_in_country = 'IR' where id = $1", [yan.id]);

test("who has to verify first reads so, and is one press away from it", { timeout: 400_000 }, async () => {
  const { page } = zoe;
  await page.goto("/wallet");
  await mounted(page);
  const block = page.locator('[data-block="ID_REQUIRED"]');
  await block.getByText("You can still receive coins.").waitFor();
  await page.locator('[data-banner="kyc_id_required"]').waitFor();
  await look(page, "wallet-block-id-1280");
  const parts = await block.getByRole("link").evaluateAll((links) => links.map((one) => one.getAttribute("href")));
  assert.deepEqual(parts, ["/account/settings#phone", "/account/verification#id", "/account/verification#address"]);
  await block.getByRole("link", { name: "Confirm phone" }).click();
  await mounted(page);
  assert.ok(await page.locator("#phone").isVisible());
  await page.goto("/wallet");
  await mounted(page);
  await block.getByRole("link", { name: "Verify address" }).click();
  await page.waitForURL(/\/account\/verification#address/);
  await page.locator('[data-kind="address"]').waitFor();
});

test("who is in a closed country reads what is still open, on a phone and in Arabic too", {
  timeout: 400_000,
}, async () => {
  for (const place of ["/wallet", "/ar/wallet", "/es/wallet"]) {
    await yan.page.setViewportSize(PHONE.viewport);
    await yan.page.goto(place);
    await mounted(yan.page);
    await yan.page.locator('[data-block="BLOCKED_IN_LOCATION"]').waitFor();
    await yan.page.locator('[data-banner="blocked_in_location"]').waitFor();
    const name = `wallet-block-location-dark-${place.split("/").length}${place[1]}`;
    await assertFits(yan.page, name);
    await look(yan.page, name);
  }
  assert.deepEqual([...zoe.errors, ...yan.errors], []);
});
