// Guards: an administrator finds in the console what staff did about a person, by keyboard and by address, sees how far it is
// signed, and opens reasons for a reason that stands in the same log.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const ada = await aGuest(market, "ada_reader", { role: "admin" });
const mia = await aGuest(market, "mia_judge", { role: "moderator" });
await aGuest(market, "bob_sells");
const add = (act: string, subject: string, reason: string) =>
  market.owner.query("select add_staff_act($1, $2, $3, $4, date_trunc('milliseconds', market_now()))", [
    mia.id,
    act,
    subject,
    reason,
  ]);
await add("person.look", "bob_sells", "He wrote to support.");
await add("restriction.set", "bob_sells: suspended", "Case1: terms_breach: He sells his account.");
await add("offer.reject", "Abc123Def456", "It names a phone.");

test("what was done about somebody is found from the keyboard, and its reasons are opened for a reason", {
  timeout: 400_000,
}, async () => {
  const { page } = ada;
  await page.goto("/staff/audit");
  await mounted(page);
  await page.locator("tr").getByText("Offer rejected").waitFor();
  await look(page, "audit-log-1280");
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
  await page.getByRole("button", { name: "Show the reasons of these acts" }).click();
  await page.getByText("He sells his account.").waitFor();
  await look(page, "audit-words-1280");
  await page.goto("/staff/audit?act=audit.read");
  await mounted(page);
  assert.equal(await page.locator("tr[data-act]").count(), 1);
  await page.goto("/staff/audit?by=nobody_here");
  await mounted(page);
  await page.getByText("No acts match.").waitFor();
});

test("the log fits a phone, in Arabic and dark", { timeout: 400_000 }, async () => {
  await ada.page.setViewportSize(PHONE.viewport);
  await ada.page.emulateMedia({ colorScheme: "dark" });
  await ada.page.goto("/ar/staff/audit");
  await mounted(ada.page);
  await ada.page.locator("tr").getByText("رفض عرض").waitFor();
  await assertFits(ada.page, "the audit log");
  await look(ada.page, "audit-log-ar-dark-390");
});

test("a moderator has no way to it", { timeout: 400_000 }, async () => {
  await mia.page.goto("/staff/restrictions");
  await mounted(mia.page);
  assert.equal(await mia.page.getByRole("link", { name: "Audit log" }).count(), 0);
  const answer = await mia.page.goto("/staff/audit");
  assert.equal(answer?.status(), 403);
});
