// Guards: who waits for a code by text hears soon that its carrier refused it, why, and asks for another or by another way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { startTwilio, TWILIO_KEY, TWILIO_SECRET, TWILIO_SERVICE } from "../server/testing/twilio-service.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const service = await startTwilio();
const twilio = { key: TWILIO_KEY, secret: TWILIO_SECRET, service: TWILIO_SERVICE, api: service.api };
const market = await openMarket({ twilio });
const guest = await aGuest(market, "waits_for_codes");
const { page } = guest;
const NUMBER = "+4915123456788";
const dialog = page.getByRole("dialog");
const card = page.getByRole("heading", { name: "Phone number", exact: true }).locator("xpath=ancestor::*[2]");

/** The code that came after this one. */
async function codeAfter(known: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const code = service.got(NUMBER)?.code ?? "";
    if (code !== "" && code !== known) return code;
    await page.waitForTimeout(100);
  }
  return "none came";
}

test("a code that did not leave is told where it is waited for, and the next one is taken", {
  timeout: 400_000,
}, async () => {
  await page.goto("/account/settings");
  await mounted(page);
  await card.getByRole("checkbox").check();
  await card.getByRole("textbox", { name: "Phone number" }).fill(NUMBER);
  await card.getByRole("button", { name: "Text me a code" }).click();
  const number = await codeAfter("");
  await card.getByLabel("Code").fill(number);
  await card.getByText("Confirmed", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Get codes by text" }).click();
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  service.failNext(403, 60410);
  await dialog.getByRole("button", { name: "Send the first code" }).click();
  await dialog.getByText("Your number cannot receive texts.").waitFor();
  await look(page, "lost-first-code-1280");
  await dialog.getByRole("button", { name: "Send another code" }).click();
  const first = await codeAfter(number);
  await dialog.getByText("A text with a code is on its way").waitFor();
  await dialog.getByLabel("Code").fill(first);
  await page.getByText("Codes by text", { exact: true }).waitFor();

  await market.moveClock(60_000);
  await page.goto("/account/settings");
  await mounted(page);
  await page.getByRole("button", { name: "Request my data" }).click();
  service.failNext(429, 60203);
  await dialog.getByRole("button", { name: "Text me a code" }).click();
  await dialog.getByText("Too many codes went to this number.").waitFor();
  await look(page, "lost-code-1280");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize(PHONE.viewport);
  await assertFits(page, "lost-code-dark-390");
  await look(page, "lost-code-dark-390");
  await dialog.getByRole("button", { name: "Call me with a code" }).click();
  const called = await codeAfter(first);
  assert.equal(service.got(NUMBER)?.channel, "call");
  await dialog.getByText("We are calling your confirmed number").waitFor();
  await dialog.getByLabel("Code").fill(called);
  await dialog.getByRole("button", { name: "Request my data" }).click();
  await dialog.waitFor({ state: "detached" });

  await market.moveClock(60_000);
  await page.goto("/ar/account/settings");
  await mounted(page);
  const factor = page.getByRole("listitem").filter({ hasText: "رموز برسالة نصية" });
  await factor.getByRole("button").first().click();
  service.failNext(400, 60200);
  await dialog.getByRole("button", { name: "أرسل لي رمزًا برسالة نصية" }).click();
  await dialog.getByText("لا يمكن إرسال رمز إلى رقمك").waitFor();
  await assertFits(page, "lost-code-ar-dark-390");
  await look(page, "lost-code-ar-dark-390");
});
