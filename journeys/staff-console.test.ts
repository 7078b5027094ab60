// Guards: an administrator finds a setting by keyboard, sees an invalid value reported beside the field, and changes it, which a second one confirms; reads
// what broke in pages, announces to everyone, finds what staff did, and stops a transfer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeSetting } from "../server/reference/settings/index.ts";
import { accountOf } from "../server/money/ledger/index.ts";
import { aGuest, sharedMarket } from "./market.ts";
import { alsoOn, mounted } from "./steps.ts";
import { anAuthenticator } from "./authenticator.ts";
import { PHONE, assertFits, look } from "./look.ts";

const market = await sharedMarket();
const DAY_MS = 24 * 3_600_000;
const ada = await aGuest(market, "ada_lead", { role: "admin" });
const ben = await aGuest(market, "ben_lead", { role: "admin", browser: { colorScheme: "dark" } });
const [codeOfAda, codeOfBen] = [await anAuthenticator(market, ada.id), await anAuthenticator(market, ben.id)];
await market.moveClock(DAY_MS);
const mia = await aGuest(market, "mia_sends", { coins: { BTC: 5_000_000n } });

const storedValue = async (name: string) =>
  (await market.owner.query("select value from settings where name = $1", [name])).rows[0]?.value;

test("a setting is found by keyboard, and a value out of its range is reported beside the field", {
  timeout: 400_000,
}, async () => {
  await ada.page.goto("/staff/settings");
  await mounted(ada.page);
  await look(ada.page, "console-settings-1280");
  await ada.page.setViewportSize(PHONE.viewport);
  await assertFits(ada.page, "console-settings-390");
  const cut = await ada.page.evaluate(
    "[...document.querySelectorAll('main section')].filter((one) => one.scrollWidth > one.clientWidth + 1).length",
  );
  assert.equal(cut, 0, "a row of settings has room on a phone");
  await ada.page.setViewportSize({ width: 1280, height: 900 });
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

test("a second administrator reads and confirms it, and the history names both", { timeout: 400_000 }, async () => {
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
  await market.db.tx((tx) => changeSetting(tx, { name: "wallet.password_limit_usd", value: 500, changedBy: null }));
});

test("errors in a user's page are shown to administrators, and go when they are resolved", {
  timeout: 400_000,
}, async () => {
  const guest = await aGuest(market, "eve_reader");
  await guest.page.goto("/wallet");
  await mounted(guest.page);
  const reported = guest.page.waitForResponse((answer) => answer.url().endsWith("/rest/v1/error-reports"));
  await guest.page.evaluate(() => {
    setTimeout(() => {
      throw new Error("the list of coins broke");
    });
  });
  assert.equal((await reported).status(), 200);
  await ada.page.goto("/staff/errors");
  await mounted(ada.page);
  await ada.page.getByText("Error: the list of coins broke").first().waitFor();
  await ada.page.getByText("/wallet", { exact: true }).waitFor();
  await ada.page.getByText("Details").first().click();
  await look(ada.page, "console-errors-1280");
  await ada.page.getByRole("button", { name: "Resolve" }).first().click();
  await ada.page.getByText("Resolved. It reopens").waitFor();
});

test("an administrator's announcement is shown above all pages, in the reader's language, until it ends", {
  timeout: 400_000,
}, async () => {
  await ada.page.goto("/staff/announcements");
  await mounted(ada.page);
  await ada.page.getByText("No announcements yet.").waitFor();
  await ada.page.getByLabel("Type").first().selectOption({ label: "Maintenance" });
  await ada.page.getByLabel("Text in English").fill("Transfers are slow tonight.");
  await ada.page.getByLabel("Add a language").selectOption({ label: "Spanish" });
  await ada.page.getByLabel("Text in Spanish").fill("Las transferencias van lentas esta noche.");
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
  await guest.page.goto("/ar");
  await guest.page.locator('[data-banner="maintenance"] [lang="en"]').getByText("slow tonight").waitFor();
  await ada.page.getByLabel("Reason to end it").fill("It is done.");
  await ada.page.getByRole("button", { name: "End now" }).click();
  await ada.page.getByText("ended by ada_lead").waitFor();
  await guest.page.waitForTimeout(1000);
  await guest.page.reload();
  assert.equal(await guest.page.locator('[data-banner="maintenance"]').count(), 0);
});

const add = (act: string, subject: string, reason: string) =>
  market.owner.query("select add_staff_act($1, $2, $3, $4, date_trunc('milliseconds', market_now()))", [
    ben.id,
    act,
    subject,
    reason,
  ]);

test("the acts about a user are found by keyboard, and its reasons are opened for a reason", {
  timeout: 400_000,
}, async () => {
  await aGuest(market, "bob_sells");
  await add("person.look", "bob_sells", "He wrote to support.");
  await add("restriction.set", "bob_sells: suspended", "Case1: terms_breach: He sells his account.");
  await add("offer.reject", "Abc123Def456", "It names a phone.");
  const { page } = ada;
  await page.goto("/staff/audit");
  await mounted(page);
  await page.locator("tr").getByText("Offer rejected").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("bob_sells");
  await page.keyboard.press("Enter");
  await page.waitForURL(/about=bob_sells/);
  await mounted(page);
  assert.equal(await page.locator("tr[data-act]").count(), 2);
  assert.equal(await page.getByText("He sells his account.").count(), 0);
  // From row to row by the arrow keys.
  await page.locator("tr[data-act] a").first().focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator("tr[data-act]").nth(1).locator("a:focus").count(), 1);
  await page.getByText("Show reasons").click();
  await page.getByLabel("Your reason").fill("He appeals.");
  await page.getByRole("button", { name: "Open reasons" }).click();
  await page.getByText("He sells his account.").waitFor();
  await look(page, "audit-words-1280");
  await page.goto("/staff/audit?by=nobody_here");
  await mounted(page);
  await page.getByText("No entries match.").waitFor();
});

/** As the wallet writes it: nodes are not needed for what nobody signs. */
async function aWaiting(hash: string, due: "tomorrow") {
  const { owner } = market;
  const { rows } = await owner.query(
    `insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
     values ($1, $2, 'BTC', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 1000000, 1000, 600, market_now(), market_now())
     returning id`,
    [`quote${hash}`, mia.id],
  );
  const [from, to] = [accountOf.available(mia.id, "BTC"), accountOf.held(mia.id, "BTC")];
  await owner.query(
    "select post_each(array['send_out_reserve'], array[$1], market_now(), array[1], array[$2], array[$3], array[1001000])",
    [hash, from, to],
  );
  await owner.query(
    `insert into send_outs (hash, quote_id, user_id, currency, destination, units, fee_units, usd_value, status, created_at, due_at)
     select $1, id, user_id, currency, destination, units, fee_units, usd_value, 'pending', created_at, created_at + $3::interval
     from send_out_quotes where id = $2`,
    [hash, rows[0].id, due === "tomorrow" ? "1 day" : "0"],
  );
}

test("a transfer is found by its sender, looked at for a reason, and stopped", { timeout: 400_000 }, async () => {
  await aWaiting("WaitsForDay1", "tomorrow");
  await aWaiting("WaitsForDay2", "tomorrow");
  // A code counts once.
  await market.moveClock(60_000);
  const { page } = ada;
  await page.goto("/staff/send-outs");
  await mounted(page);
  await page.locator("tr").getByText("New address").first().waitFor();
  await look(page, "held-transfers-1280");
  await page.keyboard.press("/");
  await page.keyboard.type("mia_sends");
  await page.keyboard.press("Enter");
  await page.waitForURL(/who=mia_sends/);
  await mounted(page);
  assert.equal(await page.locator("tr[data-send-out]").count(), 2);
  const row = page.locator("tr[data-send-out]").first();
  await row.getByRole("button", { name: "Show address" }).click();
  const looking = page.getByRole("dialog");
  await looking.getByLabel("Reason").fill("Our bank asks about it.");
  await looking.getByRole("button", { name: "Show address" }).click();
  await page.getByText("bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080").waitFor();
  await row.getByRole("button", { name: "Stop" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Message to the user").fill("The address belongs to a known fraud.");
  await dialog.getByLabel("Code from your authenticator app").fill(await codeOfAda());
  await look(page, "held-transfers-stop-1280");
  await dialog.getByRole("button", { name: "Stop the transfer" }).click();
  await page.getByText("Stopped. The amount is back in the balance.").waitFor();
  assert.equal(await page.locator("tr[data-send-out]").count(), 1);
});

test("its sender is notified, and the wallet shows that it was stopped", { timeout: 400_000 }, async () => {
  await mia.page.goto("/wallet");
  await mounted(mia.page);
  await mia.page.getByText("Canceled").filter({ visible: true }).first().waitFor();
  await mia.page.locator("summary", { hasText: "Notifications" }).click();
  await mia.page.getByText("A transfer of yours was stopped").first().waitFor();
});

test("the console fits a phone from right to left in the dark", { timeout: 400_000 }, async () => {
  for (const name of ["settings", "flags", "ledger", "errors", "announcements", "desk", "audit", "send-outs"])
    await alsoOn(market, ada.id, `/staff/${name}`, `console-${name}`);
  assert.deepEqual(
    [...ada.errors, ...ben.errors, ...mia.errors].filter((one) => !/status of 4(09|22)/.test(one)),
    [],
  );
});
