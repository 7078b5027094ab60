// Guards: a person says in the settings whose messages they take; somebody else reads it on their profile. Whoever's badge
// came or went reads why.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();

test("a choice is saved at once and stands on the profile for who is signed in", { timeout: 400_000 }, async () => {
  const { page, errors, username } = await aGuest(market, "takes_few");
  await page.goto("/account/settings");
  await mounted(page);
  const card = page.locator("#messages");
  await card.getByLabel("Everyone").and(page.locator(":checked")).waitFor();
  await card.getByText("Trade partners", { exact: true }).click();
  await page.getByText("Saved.").waitFor();
  await look(page, "messages-settings-1280");
  await page.reload();
  await mounted(page);
  assert.equal(await card.getByRole("radio", { name: "Trade partners" }).isChecked(), true);

  const reader = await aGuest(market, "would_write", { browser: { ...PHONE, colorScheme: "dark" } });
  await reader.page.goto(`/user/${username}`);
  await mounted(reader.page);
  await reader.page.getByText("Takes messages from trade partners only. You are not among them.").waitFor();
  await look(reader.page, "messages-profile-390-dark");
  await reader.page.goto(`/ar/user/${username}`);
  await mounted(reader.page);
  await reader.page.getByText("يستقبل الرسائل من شركاء الصفقات فقط").waitFor();
  await look(reader.page, "messages-profile-390-ar");
  await assertFits(reader.page, "messages-profile-390-ar");
  await reader.page.goto("/ar/account/settings");
  await mounted(reader.page);
  await look(reader.page, "messages-settings-390-ar");
  assert.deepEqual([...errors, ...reader.errors], []);
});

test("the trader program says which badges came and went, and why", { timeout: 400_000 }, async () => {
  const { page, errors, id } = await aGuest(market, "has_lost");
  await market.owner.query(
    `insert into badge_changes (user_id, before, badge, why, has, needs, at)
     values ($1, 'no_badge', 'power_trader', 'trades', 251, 250, market_now() - interval '9 days'),
       ($1, 'power_trader', 'no_badge', 'restricted', null, null, market_now())`,
    [id],
  );
  await page.goto("/account/trader-program");
  await mounted(page);
  await page.getByText("Power trader; before: No badge").waitFor();
  await page.getByText("Completed trades that count are now 251; the badge in question takes 250.").waitFor();
  await look(page, "badge-changes-1280");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize(PHONE.viewport);
  await page.goto("/ar/account/trader-program");
  await mounted(page);
  await assertFits(page, "badge-changes-390-ar");
  await look(page, "badge-changes-390-ar-dark");
  assert.deepEqual(errors, []);
});
