// Guards: an administrator finds a setting by keyboard, is told beside the field what does not fit, and changes it; a second one
// confirms what is about money; a feature that is turned off is gone from the pages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anAuthenticator } from "./authenticator.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const DAY_MS = 24 * 3_600_000;

const ada = await aGuest(market, "ada_lead", { role: "admin" });
const ben = await aGuest(market, "ben_lead", { role: "admin", browser: { colorScheme: "dark" } });
const [codeOfAda, codeOfBen] = [await anAuthenticator(market, ada.id), await anAuthenticator(market, ben.id)];
await market.moveClock(DAY_MS);

const storedValue = async (name: string) =>
  (await market.owner.query("select value from settings where name = $1", [name])).rows[0]?.value;

test("a setting is found by keyboard, and a value out of its range is told beside the field", {
  timeout: 400_000,
}, async () => {
  await ada.page.goto("/staff/settings");
  await mounted(ada.page);
  await look(ada.page, "console-settings-1280");
  await ada.page.keyboard.press("/");
  await ada.page.keyboard.type("password_limit");
  // The address says what is searched.
  await ada.page.waitForURL(/\?q=password_limit$/);
  await ada.page.getByRole("button", { name: "Change wallet.password_limit_usd" }).click();
  assert.match(ada.page.url(), /name=wallet\.password_limit_usd/);
  const dialog = ada.page.getByRole("dialog");
  await dialog.getByText("Never changed by staff.").waitFor();
  await dialog.getByLabel("New value").fill("-1");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("Enter a whole number from 0 to 1000000.").waitFor();
  await look(ada.page, "console-setting-wrong-1280");
  await dialog.getByLabel("New value").fill("300");
  await ada.page.keyboard.press("Enter");
  await dialog.getByText(/Set .*wallet.password_limit_usd.* to .*300/).waitFor();
  await dialog.getByLabel("Reason").fill("Thefts of passwords.");
  await dialog.getByLabel("Code from your authenticator app").fill(await codeOfAda());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await ada.page.getByText("Proposed. Another administrator").waitFor();
  assert.equal(await storedValue("wallet.password_limit_usd"), undefined);
});

test("a second administrator reads and confirms it, and the history tells of both", { timeout: 400_000 }, async () => {
  await ben.page.goto("/staff/desk");
  await mounted(ben.page);
  await ben.page.getByText(/Set .*wallet.password_limit_usd.* to .*300/).waitFor();
  await look(ben.page, "console-desk-waiting-dark-1280");
  await ben.page.getByRole("button", { name: "Review and confirm" }).click();
  const dialog = ben.page.getByRole("dialog");
  await dialog.getByLabel("Code from your authenticator app").fill(await codeOfBen());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await ben.page.getByText("Done.").waitFor();
  assert.equal(await storedValue("wallet.password_limit_usd"), 300);
  await ben.page.goto("/staff/settings?show=changed&name=wallet.password_limit_usd");
  await mounted(ben.page);
  const history = ben.page.getByRole("dialog");
  await history.getByText("Thefts of passwords.").waitFor();
  await history.getByText("confirmed by ben_lead").waitFor();
  await look(ben.page, "console-history-dark-1280");
});

test("a feature that is turned off is gone from the pages of everyone", { timeout: 400_000 }, async () => {
  // A code counts once.
  await market.moveClock(60_000);
  await ada.page.goto("/staff/flags?name=isNewbieOffersEnabled");
  await mounted(ada.page);
  const dialog = ada.page.getByRole("dialog");
  await dialog.getByLabel("Percent of people").fill("101");
  await dialog.getByRole("button", { name: "Change the share" }).click();
  await dialog.getByText("Enter a whole number from 0 to 100.").waitFor();
  await dialog.getByLabel("Percent of people").fill("0");
  await dialog.getByRole("button", { name: "Change the share" }).click();
  await dialog.getByText(/isNewbieOffersEnabled.*: on for 0% of people/).waitFor();
  await dialog.getByLabel("Reason").fill("It confuses people.");
  await dialog.getByLabel("Code from your authenticator app").fill(await codeOfAda());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await ada.page.getByText("Done.").waitFor();
  await ada.page.getByText("0% of people").first().waitFor();
  await look(ada.page, "console-flags-1280");
  const guest = await aGuest(market, "mia_reader");
  await guest.page.goto("/trading/buy-btc/with-any-payment-method");
  await mounted(guest.page);
  await guest.page.getByText("Verified traders only").first().waitFor();
  assert.equal(await guest.page.getByText("Offers I'm eligible for").count(), 0);
  await market.owner.query("update feature_flags set percent = 100 where name = 'isNewbieOffersEnabled'");
  // No page is older than a second.
  await guest.page.waitForTimeout(1000);
  await guest.page.reload();
  await mounted(guest.page);
  await guest.page.getByText("Offers I'm eligible for").waitFor();
});

test("a balance is corrected by two administrators, and both the ledger and its owner read it", {
  timeout: 400_000,
}, async () => {
  await market.moveClock(60_000);
  const mia = await aGuest(market, "mia_owed");
  await ada.page.goto("/staff/ledger");
  await mounted(ada.page);
  const form = ada.page.locator("form", { has: ada.page.getByLabel("Case number") });
  await form.getByLabel("Username").fill("mia_owed");
  await form.getByLabel("Amount").fill("0.0000000001");
  await form.getByText("at most 8 decimal places").waitFor();
  await look(ada.page, "console-ledger-wrong-1280");
  await form.getByLabel("Amount").fill("0.0005");
  await form.getByLabel("Coin").selectOption("BTC");
  await form.getByLabel("Case number").fill("case-7");
  await form.getByRole("button", { name: "Continue" }).click();
  const proposing = ada.page.getByRole("dialog");
  await proposing.getByText(/0\.0005 BTC.*mia_owed.*CASE-7/).waitFor();
  await proposing.getByLabel("Reason").fill("A refund that failed.");
  await proposing.getByLabel("Code from your authenticator app").fill(await codeOfAda());
  await proposing.getByRole("button", { name: "Confirm" }).click();
  await ada.page.getByText("Proposed. Another administrator").waitFor();
  await ben.page.goto("/staff/desk");
  await mounted(ben.page);
  await ben.page.getByRole("button", { name: "Review and confirm" }).click();
  const dialog = ben.page.getByRole("dialog");
  await dialog.getByLabel("Code from your authenticator app").fill(await codeOfBen());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await ben.page.getByText("Done.").waitFor();
  await ben.page.goto("/staff/ledger?show=manual");
  await mounted(ben.page);
  await ben.page.getByText("Proposed by ada_lead, confirmed by ben_lead").waitFor();
  await look(ben.page, "console-ledger-dark-1280");
  await mia.page.goto("/wallet");
  await mounted(mia.page);
  await mia.page.getByText("Correction by administrators").first().waitFor();
  const lookUp = ada.page.locator("form", { has: ada.page.getByRole("button", { name: "Show accounts" }) });
  await lookUp.getByLabel("Username").fill("mia_owed");
  await lookUp.getByLabel("Reason").fill("They asked what became of it.");
  await lookUp.getByRole("button", { name: "Show accounts" }).click();
  await ada.page.getByText("Correction by hand").first().waitFor();
  await look(ada.page, "console-ledger-person-1280");
});

test("what breaks in somebody's page is there for administrators, and goes when it is called done", {
  timeout: 400_000,
}, async () => {
  const guest = await aGuest(market, "eve_reader");
  await guest.page.goto("/wallet");
  await mounted(guest.page);
  const told = guest.page.waitForResponse((answer) => answer.url().endsWith("/rest/v1/error-reports"));
  await guest.page.evaluate(() => {
    setTimeout(() => {
      throw new Error("the list of coins broke");
    });
  });
  assert.equal((await told).status(), 200);
  await ada.page.goto("/staff/errors");
  await mounted(ada.page);
  await ada.page.getByText("Error: the list of coins broke").first().waitFor();
  await ada.page.getByText("/wallet", { exact: true }).waitFor();
  await ada.page.getByText("Details").first().click();
  await look(ada.page, "console-errors-1280");
  await ada.page.getByRole("button", { name: "Resolve" }).first().click();
  await ada.page.getByText("Resolved. It opens again").waitFor();
});

test("what an administrator announces stands above the pages of everyone, in their language, until it is ended", {
  timeout: 400_000,
}, async () => {
  await ada.page.goto("/staff/announcements");
  await mounted(ada.page);
  await ada.page.getByText("Nothing has been announced.").waitFor();
  await ada.page.getByLabel("Type").selectOption({ label: "Maintenance" });
  await ada.page.getByLabel("Text in English").fill("Transfers are slow tonight.");
  await ada.page.getByLabel("Text in Spanish").fill("Las transferencias van lentas esta noche.");
  await ada.page.getByLabel("Text in Arabic").fill("التحويلات بطيئة الليلة.");
  await ada.page.getByLabel("Ends").fill("2020-01-01T10:00");
  await ada.page.getByLabel("Reason", { exact: true }).fill("A new disk.");
  await ada.page.getByRole("button", { name: "Announce" }).click();
  await ada.page.getByText("It must end after it begins and after now, within 31 days.").waitFor();
  await look(ada.page, "console-announcement-wrong-1280");
  const tomorrow = new Date((await market.db.read((tx) => tx.readClock())).getTime() + DAY_MS);
  await ada.page.getByLabel("Ends").fill(tomorrow.toISOString().slice(0, 16));
  await ada.page.getByRole("button", { name: "Announce" }).click();
  await ada.page.locator("li[data-row]", { hasText: "Shown now" }).waitFor();
  const guest = await aGuest(market, "tom_reader");
  await guest.page.waitForTimeout(1000);
  await guest.page.goto("/es");
  await guest.page.locator('[data-banner="maintenance"]').getByText("van lentas esta noche").waitFor();
  await look(guest.page, "console-banner-es-1280");
  await ada.page.getByLabel("Reason to end it").fill("It is done.");
  await ada.page.getByRole("button", { name: "End now" }).click();
  await ada.page.getByText("ended by ada_lead").waitFor();
  await guest.page.waitForTimeout(1000);
  await guest.page.reload();
  assert.equal(await guest.page.locator('[data-banner="maintenance"]').count(), 0);
});

test("the screens fit a phone, in each language, and arrow keys move from row to row", {
  timeout: 400_000,
}, async () => {
  for (const [who, place, name] of [
    [ada, "/staff/settings", "settings-en-light"],
    [ada, "/ar/staff/settings", "settings-ar-light"],
    [ben, "/es/staff/settings?q=offers", "settings-es-dark"],
    [ada, "/staff/settings?q=nothing+at+all", "settings-none"],
    [ben, "/ar/staff/flags", "flags-ar-dark"],
    [ada, "/es/staff/flags", "flags-es-light"],
    [ada, "/ar/staff/ledger", "ledger-ar-light"],
    [ben, "/es/staff/ledger?show=manual", "ledger-es-dark"],
    [ada, "/ar/staff/errors?state=resolved", "errors-ar-light"],
    [ben, "/es/staff/errors", "errors-none-es-dark"],
    [ada, "/ar/staff/announcements", "announcements-ar-light"],
    [ben, "/staff/announcements", "announcements-en-dark"],
  ] as const) {
    await who.page.setViewportSize(PHONE.viewport);
    await who.page.goto(place);
    await mounted(who.page);
    await assertFits(who.page, `console-${name}-390`);
    await look(who.page, `console-${name}-390`);
  }
  await ada.page.setViewportSize({ width: 1280, height: 800 });
  await ada.page.goto("/staff/settings");
  await mounted(ada.page);
  await ada.page.getByRole("button", { name: "Change accounts.closing_days" }).focus();
  await ada.page.keyboard.press("ArrowDown");
  const reached = await ada.page.evaluate("document.activeElement.closest('tr').dataset.setting");
  assert.equal(reached, "accounts.email_undo_days");
});
