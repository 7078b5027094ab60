// Guards: a trade that does not start says so by its kind; a visitor gets emails about incidents by the status page; a landing reads as a page.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { sharedMarket, visit } from "./market.ts";
import { filledMarket } from "./filled-market.ts";
import { assertFits, look, OTHER_SCREEN } from "./look.ts";
import { mounted } from "./steps.ts";

const market = await sharedMarket();
const { paths, enter } = await filledMarket();

/** The page at both screens: a wide light one, and a narrow dark one from right to left. */
async function onBoth(path: string, name: string, step: (page: Page) => Promise<unknown>, isSignedIn = false) {
  const [other, prefix, browser] = OTHER_SCREEN;
  for (const [screen, address, options] of [
    ["1280", path, {}],
    [other, prefix + path, browser],
  ] as const) {
    const visitor = await visit(market, options);
    if (isSignedIn) await enter(visitor);
    await visitor.page.goto(address);
    await mounted(visitor.page);
    await step(visitor.page);
    await visitor.page.evaluate("scrollTo(0, 0)");
    await look(visitor.page, `${name}-${screen}`);
    await assertFits(visitor.page, `${name}-${screen}`);
    await visitor.context.close();
  }
}

test("a trade that does not start says why: a limit as an alert, anything else as an error", async () => {
  for (const [code, role] of [
    ["max_per_trade_limit", "status"],
    ["reached_daily_compliance_limit", "status"],
    ["max_2_active_trades_id_not_verified", "status"],
    ["trade.offer_closed", "alert"],
  ] as const)
    await onBoth(
      paths.offer,
      `start-${code}`,
      async (page) => {
        await page.route("**/rest/v1/offers/*/trades", (route) =>
          route.fulfill({
            status: 422,
            json: { status: "error", errors: { code, message: "The reason in a sentence.", details: {} } },
          }),
        );
        await page.locator('[aria-labelledby="start-title"] input').first().fill("100");
        await page.locator('[aria-labelledby="start-title"] button[type="submit"]').click();
        const message = page.locator(`form [role="${role}"]`, { has: page.locator("p.font-semibold") });
        await message.waitFor();
        assert.ok((await message.textContent())?.trim());
      },
      true,
    );
});

test("a visitor asks for emails about incidents on the page of the status, and confirms by the link", async () => {
  await onBoth("/status", "status-subscribe", async (page) => {
    const form = page.locator("form", { has: page.locator('input[type="email"]') });
    await form.locator('input[type="email"]').fill("no address");
    await form.locator('button[type="submit"]').click();
    await form.locator('input[type="email"]').fill(`reader-${Date.now()}@example.org`);
    await form.locator('button[type="submit"]').click();
    await page.locator('main [role="status"]').last().waitFor();
  });
  const { rows } = await market.owner.query(
    "select body_text from mails where body_text like '%/status/emails?confirm=%' order by id desc limit 1",
  );
  const path = /(\/status\/emails\?confirm=\S+)/.exec(rows[0].body_text)?.[1] ?? "";
  await onBoth(path, "status-confirm", async (page) => {
    await page.locator("main button").last().click();
    await page.locator('main [role="status"]').waitFor();
  });
  const kept = await market.owner.query(
    "select count(*)::int as many from status_subscribers where confirmed_at is not null",
  );
  assert.equal(kept.rows[0].many, 1);
  await onBoth("/status/emails?token=x", "status-unknown-link", (page) =>
    page.locator('main [role="status"]').waitFor(),
  );
});

test("a landing reads as a page, with the numbers of the market", async () => {
  for (const module of ["swap", "vietnam", "otc-desk", "ceoDashboard"])
    await onBoth(`/landing/${module}`, `landing-${module}`, (page) =>
      page.getByRole("heading", { level: 1 }).waitFor(),
    );
});
