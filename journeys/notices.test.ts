// Guards: opening the bell opens what it shows and nothing older; older ones are reached from there, as many as there are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();

test("seventy notices are seen twelve, fifty and seventy at a time, and only those that were shown are opened", {
  timeout: 400_000,
}, async () => {
  const ada = await aGuest(market, "ada_of_notices");
  await market.owner.query(
    `insert into notifications (user_id, kind, subject, details, link, at, in_app, mail_key)
     select $1, 'level_set', 'S' || n, '{}', '/account/level', market_now() - make_interval(mins => 100 - n), true, 'key' || n
     from generate_series(1, 70) as n`,
    [ada.id],
  );
  const unread = async () => {
    const { rows } = await market.owner.query(
      "select count(*)::int as unread, max(subject) filter (where subject = 'S58') as edge from notifications where user_id = $1 and read_at is null",
      [ada.id],
    );
    return [rows[0].unread, rows[0].edge];
  };
  const { page } = ada;
  await page.goto("/wallet");
  await mounted(page);
  await page.locator("summary", { hasText: "Notifications" }).click();
  const items = page.locator('a[href="/account/level"]').filter({ hasText: "ago" });
  await page.getByRole("button", { name: "Show older" }).waitFor();
  await look(page, "notices-1280");
  for (const [shown, left] of [
    [12, 58],
    [50, 20],
    [70, 0],
  ] as const) {
    while ((await items.count()) !== shown) await page.waitForTimeout(50);
    while ((await unread())[0] !== left) await page.waitForTimeout(50);
    if (shown === 12) assert.equal((await unread())[1], "S58", "the newest that is not shown");
    if (left > 0) await page.getByRole("button", { name: "Show older" }).click();
  }
  assert.equal(await page.getByRole("button", { name: "Show older" }).count(), 0);
  const unsaid = "select count(*)::int as count from notifications where user_id = $1 and page_had_at is null";
  while ((await market.owner.query(unsaid, [ada.id])).rows[0].count > 0) await page.waitForTimeout(50);
  await page.setViewportSize(PHONE.viewport);
  await page.goto("/ar/wallet");
  await mounted(page);
  await page.locator("summary", { hasText: "الإشعارات" }).click();
  await page.getByRole("button", { name: "عرض الأقدم" }).waitFor();
  await assertFits(page, "notices-ar");
  await look(page, "notices-ar-390");
  assert.deepEqual(ada.errors, []);
});

test("what was sent says that a page has it, once one has", { timeout: 400_000 }, async () => {
  const { page, id } = await aGuest(market, "grace_of_notices");
  await market.owner.query(
    `insert into notifications (user_id, kind, subject, details, link, at, in_app, mail_key)
     values ($1, 'level_set', 'S', '{}', '/account/level', market_now() - interval '1 hour', true, 'nobody saw it')`,
    [id],
  );
  await page.goto("/account/settings");
  await mounted(page);
  await page.getByRole("button", { name: "Test: Site" }).click();
  const show = page.getByRole("button", { name: "Show the last notifications" });
  const delivered = page.getByText("Site: delivered");
  for (let tries = 0; tries < 100 && (await delivered.count()) === 0; tries++) {
    await show.click();
    await page.waitForTimeout(300);
  }
  await page.getByText("Site: sent").waitFor();
  await look(page, "what-was-sent-1280");
});
