// Guards: who forgot the password gets in again by the link in the email, and nobody who was in stays; the change in the
// settings asks for the old one and signs other browsers out.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { findUserById, openPersonal } from "../server/people/accounts/index.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket, visit } from "./market.ts";
import { mounted } from "./steps.ts";

const NEW = "slate harbor nine lanterns";
const market = await openMarket({ inbox: true });
const owner = await aGuest(market, "forgetful");
const email = await emailOf(owner.id);

async function emailOf(id: bigint): Promise<string> {
  const user = await market.db.read((tx) => findUserById(tx, id));
  return user ? openPersonal(user).email : "";
}

async function enter(page: Page, password: string): Promise<void> {
  await page.goto("/login");
  await mounted(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.locator("form button[type=submit]").click();
}

test("a forgotten password: the link in the inbox, a new one, the old session gone, transfers on hold", {
  timeout: 400_000,
}, async () => {
  const { page, errors } = await visit(market);
  await page.goto("/login");
  await mounted(page);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.waitForURL(/forgot-password/);
  await mounted(page);
  await page.getByLabel("Email").fill(email);
  await look(page, "forgot-1280");
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText("If there is an account with this email").waitFor();
  await look(page, "forgot-sent-1280");

  let text = "";
  for (let tries = 0; tries < 60 && !text.includes("reset-password"); tries++) {
    await page.goto(`/demo/inbox?to=${encodeURIComponent(email)}`);
    await mounted(page);
    text = (await page.locator("main").textContent()) ?? "";
    if (!text.includes("reset-password")) await page.waitForTimeout(500);
  }
  const link = /https?:\/\/\S+\/reset-password#[\w-]+/.exec(text)?.[0] ?? "";
  await look(page, "forgot-inbox-1280");
  await page.goto(link);
  await mounted(page);
  await page.getByLabel("New password", { exact: true }).fill("password1234");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByText("Choose a longer or less common password.").waitFor();
  await look(page, "reset-weak-1280");
  await page.getByLabel("New password", { exact: true }).fill(NEW);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("heading", { name: "Your password is set" }).waitFor();
  await look(page, "reset-done-1280");
  await page.goto(link);
  await mounted(page);
  await page.reload();
  await mounted(page);
  await page.getByLabel("New password", { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByText("This link has expired or was already used.").waitFor();
  await look(page, "reset-gone-1280");

  await owner.page.goto("/account/settings");
  await owner.page.waitForURL(/login/);
  await enter(page, NEW);
  await page.waitForURL(/dashboard/);
  await page.goto("/account/settings");
  await mounted(page);
  await page.getByText("Transfers are on hold for your security until").waitFor();
  await look(page, "reset-held-1280");
  const refused = errors.filter((error) => !/status of 422/.test(error));
  assert.deepEqual(refused, []);
});

test("a password is changed in the settings with the old one, and other browsers are signed out", {
  timeout: 400_000,
}, async () => {
  const [here, there] = [await visit(market), await visit(market, { viewport: PHONE.viewport })];
  for (const { page } of [here, there]) {
    await enter(page, NEW);
    await page.waitForURL(/dashboard/);
  }
  const { page } = there;
  await page.goto("/account/settings");
  await mounted(page);
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill("not the password");
  await dialog.getByLabel("New password").fill(TEST_PASSWORD);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await dialog.getByText("The password is not right.").waitFor();
  await look(page, "change-password-390");
  await assertFits(page, "the change of a password");
  await dialog.getByLabel("Current password").fill(NEW);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Your password was changed.").first().waitFor();
  // It is led away by itself where its line said so before it was asked for a page.
  await here.page.goto("/account/settings").catch((error) => assert.match(String(error), /another navigation/));
  await here.page.waitForURL(/login/);
  await page.goto("/account/settings");
  await mounted(page);
  assert.match(page.url(), /settings/);
});
