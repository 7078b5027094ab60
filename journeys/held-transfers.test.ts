// Guards: staff find a transfer that waits by its sender, see its address for a reason, and stop it; its sender is told why and has
// the amount back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accountOf } from "../server/money/ledger/index.ts";
import { anAuthenticator } from "./authenticator.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const DAY_MS = 24 * 3_600_000;
const sam = await aGuest(market, "sam_senior", { role: "supermoderator" });
const mia = await aGuest(market, "mia_sends", { coins: { BTC: 5_000_000n } });
const codeOfSam = await anAuthenticator(market, sam.id);
await market.moveClock(DAY_MS);
await aWaiting("WaitsForDay1", "tomorrow");
await aWaiting("WaitsForDay2", "tomorrow");

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
  const { page } = sam;
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
  await dialog.getByLabel("What the user is told").fill("The address belongs to a known fraud.");
  await dialog.getByLabel("Code from your authenticator app").fill(await codeOfSam());
  await look(page, "held-transfers-stop-1280");
  await dialog.getByRole("button", { name: "Stop the transfer" }).click();
  await page.getByText("Stopped. The amount is back in the balance.").waitFor();
  assert.equal(await page.locator("tr[data-send-out]").count(), 1);
});

test("its sender is told, and the wallet says that it was stopped", { timeout: 400_000 }, async () => {
  await mia.page.goto("/wallet");
  await mounted(mia.page);
  await mia.page.getByText("Canceled").filter({ visible: true }).first().waitFor();
  await mia.page.locator("summary", { hasText: "Notifications" }).click();
  await mia.page.getByText("A transfer of yours was stopped").first().waitFor();
});

test("the list fits a phone, in Arabic and dark", { timeout: 400_000 }, async () => {
  await sam.page.setViewportSize(PHONE.viewport);
  await sam.page.emulateMedia({ colorScheme: "dark" });
  await sam.page.goto("/ar/staff/send-outs");
  await mounted(sam.page);
  await sam.page.locator("tr").getByText("عنوان جديد").first().waitFor();
  await assertFits(sam.page, "the list of transfers");
  await look(sam.page, "held-transfers-ar-dark-390");
});
