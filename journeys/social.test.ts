// Guards: a person connects an account elsewhere in the settings, signs in by it, and a newcomer registers by it, in a browser and with
// a real provider.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startOpenId } from "../server/testing/open-id-service.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket, visit } from "./market.ts";
import { mounted } from "./steps.ts";

const ADA = { sub: "ada", email: "ada@there.example", email_verified: true, given_name: "Ada", family_name: "Byron" };
const BOB = { sub: "bob", email: "bob@there.example", email_verified: true, given_name: "Bob", family_name: "Stone" };

const market = await openMarket({
  social: async (origin) => {
    const there = await startOpenId({ origin, confirmsEmail: true });
    there.add(ADA);
    there.add(BOB);
    return [there.settings];
  },
});

test("an account elsewhere is connected in the settings and signs in afterwards, in the language that it began in", {
  timeout: 400_000,
}, async () => {
  const { page, errors } = await aGuest(market, "has_elsewhere");
  await page.goto("/account/settings");
  await mounted(page);
  await look(page, "social-settings-1280");
  await page.getByRole("button", { name: "Connect There" }).click();
  await page.getByRole("button", { name: ADA.email }).click();
  await page.getByRole("heading", { name: "Connect There" }).waitFor();
  await look(page, "social-connect-1280");
  await page.getByLabel("Password").fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.waitForURL(/account\/settings/);
  await page.getByText("a…@there.example").waitFor();
  await look(page, "social-connected-1280");
  assert.deepEqual(errors, []);

  const phone = await visit(market, PHONE);
  await phone.page.goto("/ar/login");
  await mounted(phone.page);
  await look(phone.page, "social-login-390-ar");
  await assertFits(phone.page, "social-login-390-ar");
  await phone.page.getByRole("button", { name: "المتابعة عبر There" }).click();
  await phone.page.getByRole("button", { name: ADA.email }).click();
  await phone.page.waitForURL(/\/ar\/dashboard/);
  await mounted(phone.page);
  assert.deepEqual(phone.errors, []);

  await page.getByRole("button", { name: "Disconnect" }).click();
  const dialog = page.getByRole("dialog", { name: "Disconnect There" });
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await look(page, "social-disconnect-1280");
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await page.getByText("No account is connected.").waitFor();
});

test("a newcomer registers by it: the form is filled in, and a trusted provider's email needs no code", {
  timeout: 400_000,
}, async () => {
  const { page, errors } = await visit(market, { colorScheme: "dark" });
  await page.goto("/register");
  await mounted(page);
  await page.getByRole("button", { name: "Continue with There" }).click();
  await page.getByRole("button", { name: BOB.email }).click();
  await page.waitForURL(/register/);
  await mounted(page);
  await page.getByText("You have no account here with There yet.").waitFor();
  assert.equal(await page.getByLabel("Email").inputValue(), BOB.email);
  await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await page.getByLabel(/birth/i).fill("1986-12-09");
  await page.getByLabel("Country").selectOption("US");
  await page.getByRole("checkbox").check();
  await look(page, "social-register-1280-dark");
  await page.locator("form button[type=submit]").click();
  await page.waitForURL((url) => !/register|verify-email/.test(url.pathname));
  await page.goto("/account/settings");
  await mounted(page);
  await page.getByText("b…@there.example").waitFor();
  assert.deepEqual(errors, []);
});

test("whoever says no there, or comes back twice, begins again", { timeout: 400_000 }, async () => {
  const { page } = await visit(market, PHONE);
  await page.goto("/login");
  await mounted(page);
  await page.getByRole("button", { name: "Continue with There" }).click();
  await page.getByRole("button", { name: "No", exact: true }).click();
  await page.getByText("The provider says that you did not agree.").waitFor();
  await look(page, "social-denied-390");
  await assertFits(page, "social-denied-390");
  await page.reload();
  await page.getByText("This was used already").waitFor();
  await page.getByRole("link", { name: "Begin again" }).click();
  await page.waitForURL(/login$/);
});
