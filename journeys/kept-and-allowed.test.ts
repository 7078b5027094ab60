// Guards: a second person keeps a restriction until another review and answers the appeal; of a banned account they allow the last
// transfer; the person reads both, and a kept appeal is not written again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { anAuthenticator } from "./authenticator.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const DAY_MS = 24 * 3_600_000;
const ada = await aGuest(market, "ada_leads", { role: "admin" });
const mia = await aGuest(market, "mia_held");
const bob = await aGuest(market, "bob_banned");
const codeOf = await anAuthenticator(market, ada.id);
await market.moveClock(DAY_MS);
await market.owner.query(
  `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
   values ($1, 'frozen', 'payment_fraud', 'FrozenCase1', market_now(), market_now()),
          ($2, 'banned', 'terms_breach', 'BannedCase1', market_now() + interval '1 day', market_now())`,
  [mia.id, bob.id],
);

test("an appeal is answered and the restriction is kept until another review", { timeout: 400_000 }, async () => {
  await mia.page.goto("/account/restrictions");
  await mounted(mia.page);
  await mia.page.getByLabel("Appeal").fill("These payments were mine, and my bank has confirmed every one of them.");
  await mia.page.getByRole("button", { name: "Send appeal" }).click();
  await mia.page.getByText("Your appeal is waiting for a decision.").waitFor();
  const { page } = ada;
  await page.goto("/staff/restrictions");
  await mounted(page);
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("These payments were mine").waitFor();
  await dialog.getByLabel("What the person is told").fill("The bank has not answered us yet.");
  await dialog.getByLabel("Review in").selectOption({ label: "30 days" });
  await dialog.getByLabel("Code from your authenticator app").fill(await codeOf());
  await look(page, "restriction-keep-dialog-1280");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("The restriction remains.").waitFor();
  await page.getByText("No appeal is waiting.").waitFor();
  await mia.page.reload();
  await mounted(mia.page);
  await mia.page.getByText("The bank has not answered us yet.").waitFor();
  assert.equal(await mia.page.getByRole("button", { name: "Send appeal" }).count(), 0);
  const { rows } = await market.owner.query(
    "select review_at > market_now() + interval '29 days' as is_later from user_restrictions where case_number = 'FrozenCase1'",
  );
  assert.equal(rows[0].is_later, true);
});

test("of a banned account the last transfer is allowed once", { timeout: 400_000 }, async () => {
  // A code counts once.
  await market.moveClock(60_000);
  const { page } = ada;
  await page.goto("/staff/restrictions?queue=standing&state=banned");
  await mounted(page);
  assert.equal(await page.locator("tr[data-case]").count(), 1);
  await page.getByRole("button", { name: "Allow withdrawal" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What the person is told").fill("You may take your balance out once.");
  await dialog.getByLabel("Code from your authenticator app").fill(await codeOf());
  await look(page, "restriction-allow-dialog-1280");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("The last withdrawal is approved.").waitFor();
  await page.getByRole("button", { name: "Allow withdrawal" }).waitFor({ state: "detached" });
  const { rows } = await market.owner.query(
    "select leave_allowed_by = $1 as is_hers from user_restrictions where case_number = 'BannedCase1'",
    [ada.id],
  );
  assert.equal(rows[0].is_hers, true);
  const told = async () =>
    (
      await market.owner.query("select count(*)::int as told from mails where body_text like $1", [
        `Hello ${bob.username},%`,
      ])
    ).rows[0].told;
  // It is told by who delivers, a moment later.
  for (let time = 0; time < 100 && (await told()) === 0; time++) await pause(100);
  assert.equal(await told(), 1);
});

test("the dialog of keeping fits a phone, in Arabic and dark", { timeout: 400_000 }, async () => {
  const { page } = ada;
  await page.setViewportSize(PHONE.viewport);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/ar/staff/restrictions?queue=standing&state=frozen");
  await mounted(page);
  await page.locator("tr[data-case] button").filter({ visible: true }).nth(1).click();
  await page.getByRole("dialog").waitFor();
  await assertFits(page, "the dialog of keeping");
  await look(page, "restriction-keep-dialog-ar-dark-390");
});
