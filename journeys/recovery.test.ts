// Guards: a person without mailbox and factors asks by the forgotten-password page, confirms the new mailbox, two of the staff approve, the
// clock moves on, and they sign in with the new password.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aPicture } from "../server/testing/people/verification.ts";
import { openDue } from "../server/compliance/recovery/index.ts";
import { testLog } from "../server/testing/index.ts";
import type { Page } from "playwright-core";
import { anAuthenticator } from "./authenticator.ts";
import { approvePassport, fillPassport, openDocument, side, submitPictures } from "./identity-steps.ts";
import { drawn } from "./drawn.ts";
import { emailOf } from "./sign-in-steps.ts";
import { look } from "./look.ts";
import { mounted } from "./steps.ts";
import { type Guest, aGuest, sharedMarket, visit } from "./market.ts";

const market = await sharedMarket();
const DAY = 24 * 3_600_000;
const NEW = "slate harbor nine lanterns";
const lena = await aGuest(market, "lena_lost");
const ben = await aGuest(market, "ben_recovers", { role: "supermoderator", browser: { colorScheme: "dark" } });
const kim = await aGuest(market, "kim_recovers", { role: "supermoderator" });
await market.owner.query(
  "update users set granted_level = null, email_confirmed_at = market_now(), country_iso = 'NG' where id = $1",
  [lena.id],
);
const oldMailbox = await emailOf(market, lena.id);
const codes = new Map<Guest, () => Promise<string>>();
for (const staff of [ben, kim]) codes.set(staff, await anAuthenticator(market, staff.id));
await market.moveClock(2 * DAY);
const codeOf = async (staff: Guest) => (await codes.get(staff)?.()) ?? "";
async function mailedLink(address: string, page: string): Promise<string> {
  for (let tries = 0; tries < 150; tries++) {
    const { rows } = await market.owner.query("select body_text from mails where to_address = $1 order by id", [
      address,
    ]);
    const link = rows.map(({ body_text }) => new RegExp(`/${page}#[\\w.-]+`).exec(body_text)?.[0]).findLast(Boolean);
    if (link) return link;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no link to ${page} was mailed to ${address}`);
}
/** From the forgotten password to a new mailbox that is confirmed. */
async function ask(page: Page, mailbox: string): Promise<void> {
  await page.goto("/forgot-password");
  await mounted(page);
  await page.getByRole("link", { name: "I no longer have my mailbox either" }).click();
  await page.waitForURL(/recover-account/);
  await mounted(page);
  await page.getByLabel("Email or username of the account").fill(lena.username);
  await page.getByLabel("New email").fill(mailbox);
  await page.getByLabel("What happened").fill("My phone was stolen, and the email was on it.");
  await page.getByRole("button", { name: "Next" }).click();
  for (const name of ["front", "selfie"]) {
    const picture = { name: "one.jpg", mimeType: "image/jpeg", buffer: await aPicture("#468") };
    await side({ page }, name).locator("input[type=file]").setInputFiles(picture);
    await side({ page }, name).getByText("Uploaded").waitFor();
  }
  await look(page, "recover-pictures-1280");
  // The page can be opened again: its secret is in the address.
  await page.reload();
  await mounted(page);
  await page.locator("[data-code]").waitFor();
  await page.getByRole("button", { name: "Send to our staff" }).click();
  await page.locator('[data-status="submitted"]').waitFor();
  await page.goto("about:blank");
  await page.goto(await mailedLink(mailbox, "recover-account"));
  await page.locator('[data-status="pending"]').waitFor();
}
async function approve(staff: Guest, picture: string): Promise<void> {
  const { page } = staff;
  await page.goto("/staff/recoveries");
  await mounted(page);
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await page.getByRole("button", { name: "Open case" }).click();
  await page.locator("[data-opened] img").nth(3).waitFor();
  const pictures = page.locator("[data-opened] img");
  await drawn(pictures);
  assert.equal(await pictures.count(), 4, "what was sent beside what was verified");
  for (const box of await page.getByRole("group", { name: "Checklist" }).getByRole("checkbox").all()) await box.check();
  await look(page, picture);
  // Last: a code is over soon.
  await page.getByLabel("Code from your authenticator app").fill(await codeOf(staff));
  await page.getByRole("button", { name: "Approve" }).click();
  await page.locator("[data-opened]").waitFor({ state: "detached" });
  await market.moveClock(60_000);
}

test("a user who has lost everything recovers the account by documents", { timeout: 400_000 }, async () => {
  await lena.page.goto("/account/verification");
  await mounted(lena.page);
  await lena.page.locator('[data-kind="id"]').getByRole("button", { name: "Start" }).click();
  await fillPassport(lena, { first: "Ada", last: "Obi", country: "NGA" });
  await submitPictures(lena);
  await openDocument(kim, lena.username);
  await approvePassport(kim, { code: () => codeOf(kim) });
  await market.moveClock(60_000);

  // Staff have seen a stranger in it: it leads to nothing but this.
  await market.owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since, note)
     values ($1, 'compromised', 'account_takeover', 'ofLenaLost', market_now() + interval '30 days', market_now(), 'A stranger.')`,
    [lena.id],
  );
  await lena.page.goto("/dashboard");
  await mounted(lena.page);
  await look(lena.page, "compromised-banner-1280");
  const way = lena.page.locator("[data-banner=compromised]").getByRole("link", { name: "Recover your account" });
  await way.click();
  await lena.page.waitForURL(/recover-account/);
  await mounted(lena.page);

  const { page, errors } = await visit(market);
  const mailbox = "lena.new@example.org";
  await ask(page, mailbox);
  await approve(ben, "recover-staff-dark-1280");
  await approve(kim, "recover-staff-1280");
  await mailedLink(oldMailbox, "stop-recovery");
  await market.moveClock(3 * DAY + 60_000);
  // The job runs each minute of the clock on the wall: nobody waits for it here.

  await openDue({ db: market.dbs.worker, log: testLog });
  await page.goto(await mailedLink(mailbox, "recovered-account"));
  await mounted(page);
  await page.locator("input[name=new_password]").fill(NEW);
  await look(page, "recovered-account-1280");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByText("Your account is yours again").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL(/\/login/);
  await mounted(page);
  await page.locator("input[name=email]").fill(mailbox);
  await page.locator("input[name=password]").fill(NEW);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(/\/dashboard|\/$/);
  await mounted(page);
  assert.equal(
    await page.locator("[data-banner=compromised]").count(),
    0,
    "closed until it was recovered, and no longer",
  );
  assert.deepEqual(errors, []);
});
