// Guards: a code from an app, a recovery code, a press in another browser, work by the browser, a mailed link and an account elsewhere sign in, in
// the browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { changeSetting, readSettings } from "../server/reference/settings/index.ts";
import type { Page } from "playwright-core";
import { ADA_THERE, BOB_THERE, aGuest, sharedMarket, visit } from "./market.ts";
import { PHONE, assertFits, look } from "./look.ts";
import { emailOf, setUpApp, typePassword } from "./sign-in-steps.ts";
import { mounted } from "./steps.ts";

const market = await sharedMarket();
const NEW = "slate harbor nine lanterns";
const ada = await aGuest(market, "second_steps");
const email = await emailOf(market, ada.id);
let codes: string[] = [];
let code = async () => "";

const enter = (page: Page, path = "/login") => typePassword(page, { email, path });

test("an authenticator app comes with ten recovery codes, and the settings list the actions that require it", {
  timeout: 400_000,
}, async () => {
  const { page } = ada;
  const dialog = page.getByRole("dialog");
  code = await setUpApp(market, page);
  await dialog.getByText("They are not shown again.").waitFor();
  codes = await dialog.getByRole("listitem").allTextContents();
  assert.equal(new Set(codes).size, 10);
  await look(page, "recovery-codes-1280");
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  assert.equal(await dialog.isVisible(), true, "codes that are shown once are not closed by mistake");
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await page.getByText("10 codes left").waitFor();

  await market.moveClock(90_000);
  const asked = page.getByText("Signing in · Releasing coins · Transfers and conversions");
  await asked.waitFor();
  await page.getByRole("button", { name: "Change when we ask" }).click();
  await dialog.getByLabel("Releasing coins").uncheck();
  await dialog.getByLabel("No codes by text").check();
  await look(page, "second-steps-options-1280");
  await dialog.getByLabel("Code from your authenticator app").fill(await code());
  await dialog.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByText("Signing in · Transfers and conversions").waitFor();
  await page.goto("/account/settings#phone");
  await page.getByText("You turned codes by text off").waitFor();
});

test("after the password the code is asked for, a wrong one says so, and the right one signs in", {
  timeout: 400_000,
}, async () => {
  await market.moveClock(90_000);
  const { page } = await visit(market);
  await enter(page, "/login?next=%2Fwallet");
  await page.getByRole("heading", { name: "Confirm that it is you" }).waitFor();
  await page.getByLabel("Code from your authenticator app").fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
  await page.getByText("The code is incorrect.").waitFor();
  await look(page, "second-step-wrong-1280");
  await page.getByLabel("Code from your authenticator app").fill(await code());
  await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
  await page.waitForURL(/\/wallet/);
});

test("on a phone, without the app, a recovery code signs in once; a sign-in that waited too long starts over", {
  timeout: 400_000,
}, async () => {
  const { viewport } = PHONE;
  const { page } = await visit(market, { viewport, colorScheme: "dark" });
  await enter(page, "/ar/login");
  await page.getByRole("button", { name: "استخدام رمز استرداد" }).click();
  await look(page, "second-step-recovery-390-ar");
  await assertFits(page, "second-step-recovery-390-ar");
  await market.moveClock(11 * 60_000);
  await page.getByLabel("رمز الاسترداد").fill(codes[0] ?? "");
  await page.locator("form button[type=submit]").click();
  await page.locator("input[name=password]").waitFor();

  await enter(page);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  for (const wanted of ["AAAAA-AAAAA", codes[0] ?? ""]) {
    await page.getByLabel("Recovery code").fill(wanted);
    await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
    if (wanted.startsWith("AAAAA")) {
      await page.getByText("This recovery code is incorrect or was already used.").waitFor();
    }
  }
  await page.waitForURL(/\/dashboard/);
  const { rows } = await market.owner.query(
    "select count(*)::int as used from recovery_codes where used_at is not null",
  );
  assert.equal(rows[0].used, 1);
});

test("a sign-in in another browser is approved with its number and a code, and goes on by itself", {
  timeout: 400_000,
}, async () => {
  const { page } = ada;
  await page.goto("/account/settings/security");
  await mounted(page);
  await market.moveClock(90_000);
  await page.getByRole("link", { name: "Approve a sign-in in another browser" }).click();
  await page.getByText("No sign-in needs your approval").waitFor();
  await mounted(page);

  const { page: other } = await visit(market);
  await enter(other, "/login?next=%2Fwallet");
  await other.getByRole("button", { name: "Approve in another browser" }).click();
  await other.getByText("Waiting for your approval…").waitFor();
  await look(other, "approvals-number-1280");
  const number = (await other.locator("output").textContent())?.trim() ?? "";

  await page.getByText("Which number does the other screen show?").waitFor();
  await page.getByRole("radio", { name: number }).check();
  await page.getByLabel("Code from your authenticator app").fill(await code());
  await look(page, "approvals-waiting-1280");
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await page.getByText("Approved. The other browser signs in now.").waitFor();
  await other.waitForURL(/\/wallet/);
});

const NAME = "auth.puzzle_after";

test("a browser works before it signs in where many tries came from, and not elsewhere", {
  timeout: 400_000,
}, async () => {
  const working = await aGuest(market, "working");
  const { page } = await visit(market);
  const worked: boolean[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/login")) worked.push("x-proof-of-work" in request.headers());
  });
  await page.goto("/login");
  await mounted(page);
  await page.locator("input[name=email]").fill(await emailOf(market, working.id));
  await page.locator("input[name=password]").fill("not this password");
  await page.locator("form button[type=submit]").click();
  await page.getByText("The email or password is incorrect.").waitFor();
  assert.deepEqual(worked, [false], "nobody is asked without abuse");

  const usual = await market.db.read(async (tx) => (await readSettings(tx, [NAME]))[NAME]);
  await market.db.tx((tx) => changeSetting(tx, { name: NAME, value: 1, changedBy: null }));
  await page.locator("input[name=password]").fill(TEST_PASSWORD);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(/\/dashboard/);
  assert.deepEqual(worked, [false, false, true], "asked, worked and sent again");
  await market.db.tx((tx) => changeSetting(tx, { name: NAME, value: usual, changedBy: null }));
});

test("a forgotten password: the mailed link, a new one, the old session gone, transfers on hold", {
  timeout: 400_000,
}, async () => {
  const owner = await aGuest(market, "forgetful");
  const address = await emailOf(market, owner.id);
  const { page, errors } = await visit(market);
  await page.goto("/login");
  await mounted(page);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.waitForURL(/forgot-password/);
  await mounted(page);
  await page.getByLabel("Email").fill(address);
  await look(page, "forgot-1280");
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText("If there is an account with this email").waitFor();
  let link: string | undefined;
  for (let tries = 0; tries < 200 && !link; tries++) {
    const { rows } = await market.owner.query(
      "select body_text from mails where to_address = $1 and body_text like '%reset-password#%'",
      [address],
    );
    link = /reset-password#\S+/.exec(rows[0]?.body_text ?? "")?.[0];
    await page.waitForTimeout(100);
  }
  await page.goto(`/${link}`);
  await mounted(page);
  await page.getByLabel("New password", { exact: true }).fill("password1234");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByText("Choose a longer or less common password.").waitFor();
  await look(page, "reset-weak-1280");
  await page.getByLabel("New password", { exact: true }).fill(NEW);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("heading", { name: "Your password is set" }).waitFor();
  await owner.page.goto("/account/settings/security");
  await owner.page.waitForURL(/login/);
  await page.goto("/login");
  await mounted(page);
  await page.getByLabel("Email").fill(address);
  await page.getByLabel("Password", { exact: true }).fill(NEW);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(/dashboard/);
  await page.goto("/account/settings/security");
  await mounted(page);
  await page.getByText("Transfers are on hold for your security until").waitFor();
  assert.deepEqual(
    errors.filter((error) => !/status of 422/.test(error)),
    [],
  );
});

test("an account elsewhere is connected in the settings and signs in afterwards, in the language that it began in", {
  timeout: 400_000,
}, async () => {
  const { page, errors } = await aGuest(market, "has_elsewhere");
  const connect = page.getByRole("button", { name: "Connect There" });
  // The tests above move the clock; a provider is offered again when a worker has looked at it.
  for (let tries = 0; tries < 40 && !(await connect.isVisible()); tries++) {
    if (tries > 0) await page.waitForTimeout(1000);
    await page.goto("/account/settings/security");
    await mounted(page);
  }
  await connect.click();
  await page.getByRole("button", { name: ADA_THERE.email }).click();
  await page.getByRole("heading", { name: "Connect There" }).waitFor();
  await look(page, "social-connect-1280");
  await page.getByLabel("Password").fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.waitForURL(/account\/settings/);
  await page.getByText("a…@there.example").waitFor();
  assert.deepEqual(errors, []);

  const phone = await visit(market, PHONE);
  await phone.page.goto("/ar/login");
  await mounted(phone.page);
  await look(phone.page, "social-login-390-ar");
  await assertFits(phone.page, "social-login-390-ar");
  await phone.page.getByRole("button", { name: "المتابعة عبر There" }).click();
  await phone.page.getByRole("button", { name: ADA_THERE.email }).click();
  await phone.page.waitForURL(/\/ar\/dashboard/);
  await mounted(phone.page);
  assert.deepEqual(phone.errors, []);
});

test("a newcomer registers by it: the form is filled in, and a trusted provider's email needs no code", {
  timeout: 400_000,
}, async () => {
  const { page, errors } = await visit(market, { colorScheme: "dark" });
  await page.goto("/register");
  await mounted(page);
  await page.getByRole("button", { name: "Continue with There" }).click();
  await page.getByRole("button", { name: BOB_THERE.email }).click();
  await page.waitForURL(/register/);
  await mounted(page);
  await page.getByText("You have no account here with There yet.").waitFor();
  assert.equal(await page.getByLabel("Email").inputValue(), BOB_THERE.email);
  await page.locator("form button[type=submit]").click();
  await page.getByText("Fill in this field.").waitFor();
  await page.getByText("Tick this box to continue.").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole("checkbox").check();
  await look(page, "social-register-1280-dark");
  await page.locator("form button[type=submit]").click();
  await page.waitForURL((url) => !/register|verify-email/.test(url.pathname));
  await page.goto("/account/verification/name");
  await mounted(page);
  assert.equal(await page.getByLabel("Last name").inputValue(), BOB_THERE.family_name, "as the provider has it");
  await page.goto("/account/settings/security");
  await mounted(page);
  await page.getByText("b…@there.example").waitFor();
  assert.deepEqual(errors, []);
});
