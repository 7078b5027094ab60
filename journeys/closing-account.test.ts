// Guards: the settings show what happened on the account; whoever leaves reads what stands in the way, what is erased and what
// is kept, confirms who they are, and may take it back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { giveCoins, TEST_PASSWORD } from "../server/testing/index.ts";
import { assertFits, look, OTHER_SCREENS } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const leaver = await aGuest(market, "leaver");
const { page } = leaver;
const dialog = page.getByRole("dialog");

async function openSettings(): Promise<void> {
  await page.goto("/account/settings");
  await mounted(page);
}

test("whoever has coins reads so; whoever has none closes the account with the password, and keeps it after all", {
  timeout: 400_000,
}, async () => {
  await market.db.tx((tx) => giveCoins(tx, leaver.id, "BTC", 1000n));
  await openSettings();
  await page.getByRole("button", { name: "Close account" }).click();
  await dialog.getByText("You still have a balance in BTC. Send or convert it.").waitFor();
  await look(page, "closing-obstacle-1280");
  assert.equal(await dialog.getByLabel("Password").count(), 0);

  const empty = await aGuest(market, "empty_leaver");
  await empty.page.goto("/account/settings");
  await mounted(empty.page);
  await empty.page.getByRole("button", { name: "Close account" }).click();
  const form = empty.page.getByRole("dialog");
  await form.getByText("Your account closes in 14 days.").waitFor();
  await look(empty.page, "closing-form-1280");
  await form.getByLabel("Why are you leaving?").selectOption("privacy");
  await form.getByLabel("Password").fill("not the password");
  await form.getByRole("button", { name: "Close account" }).click();
  await form.getByText("The password is not right.").waitFor();
  await form.getByLabel("Password").fill(TEST_PASSWORD);
  await form.getByRole("button", { name: "Close account" }).click();
  await empty.page.getByText("Your account closes on").waitFor();
  await look(empty.page, "closing-waits-1280");
  await empty.page.reload();
  await mounted(empty.page);
  await empty.page.getByText("Confirmation attempt with a wrong password").waitFor();
  await empty.page.getByText("Closing the account requested").waitFor();
  await empty.page.getByRole("button", { name: "Keep my account" }).click();
  await empty.page.getByText("Your account stays open.").waitFor();
  await empty.page.getByRole("button", { name: "Close account" }).waitFor();
});

const CLOSE: Readonly<Record<string, string>> = {
  "": "Close account",
  "/ar": "إغلاق الحساب",
  "/es": "Cerrar la cuenta",
};

for (const [name, prefix, browser] of OTHER_SCREENS)
  test(`the form stands at ${name}`, { timeout: 400_000 }, async () => {
    const visitor = await aGuest(market, `leaver_${prefix.slice(1)}${name.length}`, { browser });
    await visitor.page.goto(`${prefix}/account/settings`);
    await mounted(visitor.page);
    await visitor.page.getByRole("button", { name: CLOSE[prefix] ?? assert.fail(prefix) }).click();
    await visitor.page.getByRole("dialog").locator("select").waitFor();
    await assertFits(visitor.page, `closing-form-${name}`);
    await look(visitor.page, `closing-form-${name}`);
    assert.deepEqual(visitor.errors, []);
  });
