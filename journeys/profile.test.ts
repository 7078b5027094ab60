// Guards: in the settings a person says who reads their name, and that is who reads it; what is wrong is told at its field and by a message,
// and what was saved by one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertFits, look, OTHER_SCREENS } from "./look.ts";
import { aGuest, enterAs, openMarket, visit } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();

test("a person says who reads their name, and only who may reads it", { timeout: 400_000 }, async () => {
  const owner = await aGuest(market, "named_owner");
  await owner.page.goto("/account/settings");
  await mounted(owner.page);
  const form = owner.page.locator("form", { has: owner.page.getByLabel(/^Name visibility/) });
  const choose = async (label: string) => {
    await form.getByLabel(/^Name visibility/).selectOption({ label });
    const saved = owner.page.waitForResponse((answer) => answer.url().endsWith("/users/settings"));
    await form.getByRole("button", { name: "Save" }).click();
    assert.equal((await saved).status(), 200);
    await owner.page.getByText("Your profile has been updated.").first().waitFor();
  };
  const stranger = await visit(market);
  const isNamed = async () => {
    await stranger.page.goto("/user/named_owner");
    return (await stranger.page.getByText("Ada ").count()) > 0;
  };
  await choose("Full name, only to those I trust");
  assert.equal(await isNamed(), false);
  await choose("Full name, to everyone");
  assert.equal(await isNamed(), true, "a visitor reads it where it is for everyone");
  await form.getByLabel("About you").fill("Write to me at ada@example.org");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("The bio must not contain contact details.").waitFor();
  await owner.page.getByText("Not saved. Look at the marked fields.").first().waitFor();
  await look(owner.page, "profile-1280");
  await owner.page
    .getByLabel(/minutes/i)
    .first()
    .fill("5000");
  await owner.page
    .locator("form", { has: owner.page.getByLabel(/minutes/i) })
    .getByRole("button", { name: "Save" })
    .click();
  await owner.page.getByText("Choose 1 to 1440 minutes.").first().waitFor();
  const kept = owner.page.waitForResponse((answer) => answer.url().endsWith("/users/settings"));
  await owner.page.getByLabel("Time zone").selectOption("Africa/Lagos");
  assert.equal((await kept).status(), 200);
  await owner.page.goto("/offer-manager/edit");
  await mounted(owner.page);
  await owner.page.getByText("Completed trades, countries, identity, trading hours").click();
  await owner.page.getByRole("checkbox", { name: "Monday" }).check();
  await owner.page.getByText("Africa/Lagos time").waitFor();
  const untold = [...owner.errors, ...stranger.errors].filter((error) => !error.includes("status of 422"));
  assert.deepEqual(untold, []);
});

test("balances are hidden in every browser of an account that has not said otherwise there", {
  timeout: 400_000,
}, async () => {
  const owner = await aGuest(market, "hides_balances", { coins: { BTC: 100_000_000n } });
  await owner.page.goto("/wallet");
  await mounted(owner.page);
  const kept = owner.page.waitForResponse((answer) => answer.url().endsWith("/users/settings"));
  await owner.page.getByRole("button", { name: "Hide balances" }).click();
  assert.equal((await kept).status(), 200);
  const other = await visit(market);
  await enterAs(market, other, owner.id);
  await other.page.goto("/wallet");
  await mounted(other.page);
  await other.page.getByRole("button", { name: "Show balances" }).waitFor();
  await other.page.evaluate(() => localStorage.setItem("balance_hidden", "0"));
  await other.page.reload();
  await mounted(other.page);
  await other.page.getByRole("button", { name: "Hide balances" }).waitFor();
  assert.deepEqual([...owner.errors, ...other.errors], []);
});

for (const [name, prefix, browser] of OTHER_SCREENS)
  test(`the names of readers fit where one registers and in the settings (${name})`, { timeout: 400_000 }, async () => {
    const visitor = await visit(market, browser);
    await visitor.page.goto(`${prefix}/register`);
    await mounted(visitor.page);
    await look(visitor.page, `register-names-${name}`);
    await assertFits(visitor.page, `register-names-${name}`);
    const guest = await aGuest(market, `named_${name.replaceAll("-", "_")}`, { browser });
    await guest.page.goto(`${prefix}/account/settings`);
    await mounted(guest.page);
    await look(guest.page, `settings-names-${name}`);
    assert.deepEqual([...visitor.errors, ...guest.errors], []);
  });
