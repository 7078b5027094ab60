// Guards: somebody who signs in elsewhere asks the browser that is signed in: its owner chooses the number, confirms, and the other
// browser comes in by itself; a no is seen there at once, and the way to a new password stands beside it.
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket, visit } from "./market.ts";
import { emailOf, setUpApp, typePassword } from "./sign-in-steps.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const ada = await aGuest(market, "approvals");
const email = await emailOf(market, ada.id);
let code = async () => "";

const enter = (page: Page, path: string) => typePassword(page, { email, path });

test("a sign-in in another browser is approved with its number and a code, and goes on by itself", {
  timeout: 400_000,
}, async () => {
  const { page } = ada;
  const dialog = page.getByRole("dialog");
  code = await setUpApp(market, page);
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await market.moveClock(90_000);

  await page.getByRole("link", { name: "Approve a sign-in in another browser" }).click();
  await page.getByText("Nothing waits for your approval").waitFor();
  await mounted(page);
  await look(page, "approvals-none-1280");

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
  await look(page, "approvals-approved-1280");
  await other.waitForURL(/\/wallet/);
});

test("on a phone, in Arabic and in the dark, the owner denies one, and the other browser says so", {
  timeout: 400_000,
}, async () => {
  await market.moveClock(90_000);
  const { viewport } = PHONE;
  const { page: thief } = await visit(market, { viewport, colorScheme: "dark" });
  await enter(thief, "/ar/login");
  await thief.getByRole("button", { name: "الموافقة في متصفح آخر" }).click();
  await thief.getByText("بانتظار موافقتك…").waitFor();
  await look(thief, "approvals-number-390-ar");
  await assertFits(thief, "approvals-number-390-ar");

  const { page } = ada;
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/ar/account/sign-ins");
  await mounted(page);
  await page.getByText("ما الرقم الظاهر على الشاشة الأخرى؟").waitFor();
  await look(page, "approvals-waiting-390-ar");
  await assertFits(page, "approvals-waiting-390-ar");
  await page.getByRole("button", { name: "رفض" }).click();
  await page.getByText("من حاول ذلك يعرف كلمتك").waitFor();
  await look(page, "approvals-denied-390-ar");
  await thief.getByText("رُفض هذا الدخول في متصفح آخر.").waitFor();
  await look(thief, "approvals-refused-390-ar");
});
