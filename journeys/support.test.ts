// Guards: somebody who is signed out writes to support by a code, staff answer with a canned reply, and the person opens the ticket by
// the link of the email, marks it as solved and rates it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ids } from "../server/platform/ids.ts";
import { assertFits, look, OTHER_SCREEN, PHONE } from "./look.ts";
import { aGuest, mailedCode, sharedMarket, visit } from "./market.ts";
import { alsoOn, mounted } from "./steps.ts";

const market = await sharedMarket();
const nora = await aGuest(market, "nora_helps", { role: "moderator" });
await market.owner.query(
  `insert into support_canned_replies (key, locale, title, body, changed_by, changed_at)
   values ('tax', 'en', 'Tax report', 'Hello {name}, we prepare the report for ticket {number}.', $1, market_now())`,
  [nora.id],
);

async function mailedLink(address: string, subject: RegExp): Promise<string> {
  for (let tries = 0; tries < 150; tries++) {
    const { rows } = await market.owner.query(
      "select subject, body_text from mails where to_address = $1 order by id",
      [address],
    );
    const mail = rows.findLast((row) => subject.test(row.subject));
    const link = /\/support\/guest#[\w-]{43}/.exec(mail?.body_text ?? "")?.[0];
    if (link) return link;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no link was mailed to ${address}`);
}

test("a signed-out person writes, staff answer with a canned reply, and the person solves and rates by the link", {
  timeout: 300_000,
}, async () => {
  const email = `${ids.hash().toLowerCase()}@example.org`;
  const stranger = await visit(market);
  const { page } = stranger;
  await page.goto("/support");
  await mounted(page);
  await look(page, "support-1280");
  await page.getByLabel("Topic").selectOption("closed_account");
  await page.getByLabel("Your message").fill("I need the history of my closed account for my taxes.");
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Send the code" }).click();
  await page.getByText(`We sent a code to ${email}.`).waitFor();
  await page.getByLabel("Code from the email").fill(await mailedCode(market, email));
  await page.waitForURL(/\/support\/guest#/);
  await page.getByText("First answer by").waitFor();
  await look(page, "support-guest-1280");

  await nora.page.goto("/staff/support?topic=closed_account");
  await mounted(nora.page);
  await look(nora.page, "staff-support-1280");
  await nora.page.getByRole("button", { name: "Take" }).first().click();
  await nora.page.getByText("I need the history of my closed account").waitFor();
  await nora.page.getByLabel("Canned reply").selectOption("tax");
  await nora.page.getByText("Hello there, we prepare the report for ticket").waitFor();
  await nora.page.getByRole("button", { name: "Use this reply" }).click();
  await look(nora.page, "staff-support-ticket-1280");
  await nora.page.setViewportSize(PHONE.viewport);
  await assertFits(nora.page, "staff-support-390");
  await nora.page.getByRole("button", { name: "Send answer" }).click();
  await nora.page.getByText("The answer was sent.").waitFor();

  const [screen, prefix, browser] = OTHER_SCREEN;
  const link = await mailedLink(email, /^Support answered/);
  const phone = await visit(market, browser);
  await phone.page.goto(prefix + link);
  await phone.page.getByText("Hello there, we prepare the report for ticket").waitFor();
  await look(phone.page, `support-guest-${screen}`);
  await assertFits(phone.page, `support-guest-${screen}`);
  await page.goto(link);
  await page.reload();
  await page.getByText("Hello there, we prepare the report for ticket").waitFor();
  await page.getByRole("button", { name: "Mark as solved" }).click();
  await page.getByText("How was our support?").waitFor();
  await page.getByRole("radio", { name: "5 of 5" }).check();
  await page.getByRole("button", { name: "Send rating" }).click();
  await page.getByText("Thank you. You rated this ticket 5 of 5.").waitFor();
  await look(page, "support-rated-1280");
  await alsoOn(market, nora.id, "/support/ideas", "support-ideas");
  for (const { errors } of [stranger, phone, nora]) assert.deepEqual(errors, []);
});
