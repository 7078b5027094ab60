// Guards: staff read who decided a name of the sanctions list, how and why, by the person in the address, and on a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const ada = await aGuest(market, "ada_reads", { role: "supermoderator" });
const ben = await aGuest(market, "ben_decides", { role: "supermoderator" });
const mia = await aGuest(market, "mia_named");
const bob = await aGuest(market, "bob_named");
await market.owner.query(
  `insert into screening_hits
     (reference, user_id, listed_name, listed_id, percent, found_at, verdict, decided_by, decided_at, decided_why)
   values ('Decided1Hit1', $1, 'OBI, Adda', '4711', 92, market_now(), 'somebody_else', $3, market_now(), 'Born in another century.'),
          ('Decided2Hit2', $2, 'MARSH, Bob', '', 97, market_now(), 'listed', $3, market_now(), 'The passport has the same number.')`,
  [mia.id, bob.id, ben.id],
);

test("what was decided of a name stands there with who and why", { timeout: 400_000 }, async () => {
  const { page } = ada;
  await page.goto("/staff/verifications?queue=decided");
  await mounted(page);
  await page.getByText("Born in another century.").waitFor();
  await page.getByText("The passport has the same number.").waitFor();
  await look(page, "decided-hits-1280");
  await page.keyboard.press("/");
  await page.keyboard.type("mia_named");
  await page.keyboard.press("Enter");
  await page.waitForURL(/who=mia_named/);
  await mounted(page);
  assert.equal(await page.locator("tr[data-decided]").count(), 1);
  await page.getByText("by ben_decides").waitFor();
});

test("the list fits a phone, in Arabic and dark", { timeout: 400_000 }, async () => {
  const { page } = ada;
  await page.setViewportSize(PHONE.viewport);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/ar/staff/verifications?queue=decided");
  await mounted(page);
  await page.getByText("Born in another century.").waitFor();
  await assertFits(page, "the list of decided names");
  await look(page, "decided-hits-ar-dark-390");
});
