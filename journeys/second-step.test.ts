// Guards: who sets an authenticator app up is given recovery codes, is asked for a code at signing in, and gets in by a recovery
// code when the phone is lost; what it is asked for is chosen with it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { subscribe } from "../server/outward/notifications/devices.ts";
import { pushKeysOf } from "../server/platform/outside/push-service.ts";
import { pushKey } from "../server/platform/sealed.ts";
import { signIn, TEST_PASSWORD } from "../server/testing/index.ts";
import { startPushService } from "../server/testing/push-service.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket, visit } from "./market.ts";
import { emailOf, setUpApp, typePassword } from "./sign-in-steps.ts";
import { mounted } from "./steps.ts";

const service = await startPushService(() => pushKeysOf(pushKey()).publicKey);
const market = await openMarket({ pushService: service.origin });
const ada = await aGuest(market, "second_steps");
const email = await emailOf(market, ada.id);
let codes: string[] = [];
let code = async () => "";

const enter = (page: Page, path = "/login") => typePassword(page, { email, path });

test("an authenticator app brings ten recovery codes, and what it is asked for stands in the settings", {
  timeout: 400_000,
}, async () => {
  const { page } = ada;
  const dialog = page.getByRole("dialog");
  code = await setUpApp(market, page);
  await dialog.getByText("They are not shown again.").waitFor();
  codes = await dialog.getByRole("listitem").allTextContents();
  assert.equal(new Set(codes).size, 10);
  await look(page, "recovery-codes-1280");
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await page.getByText("10 codes left").waitFor();
  await look(page, "second-steps-settings-1280");

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
  await page.getByText("You chose to get no codes by text").waitFor();
  await page.getByRole("button", { name: "Call me with a code" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Text me a code" }).count(), 0);
  await look(page, "phone-calls-only-1280");
  await page.setViewportSize(PHONE.viewport);
  await page.goto("/ar/account/settings");
  await mounted(page);
  await page.getByText("اخترت ألا تصلك رموز برسائل نصية").waitFor();
  await assertFits(page, "phone-calls-only-ar-390");
  await look(page, "phone-calls-only-ar-390");
  await page.setViewportSize({ width: 1280, height: 900 });
});

test("after the password the code is asked for, a wrong one says so, and the right one signs in", {
  timeout: 400_000,
}, async () => {
  await market.moveClock(90_000);
  const { page } = await visit(market);
  await enter(page, "/login?next=%2Fwallet");
  await page.getByRole("heading", { name: "Confirm that it is you" }).waitFor();
  await look(page, "second-step-1280");
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
  await look(page, "second-step-over-390-ar");

  await enter(page);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  for (const wanted of ["AAAAA-AAAAA", codes[0] ?? ""]) {
    await page.getByLabel("Recovery code").fill(wanted);
    await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
    if (wanted.startsWith("AAAAA")) {
      await page.getByText("This recovery code is not right, or was used before.").waitFor();
      await look(page, "second-step-recovery-wrong-390");
    }
  }
  await page.waitForURL(/\/dashboard/);
  const { rows } = await market.owner.query(
    "select count(*)::int as used from recovery_codes where used_at is not null",
  );
  assert.equal(rows[0].used, 1);
});

test("codes by push are turned on where another browser gets notifications, and not before", {
  timeout: 400_000,
}, async () => {
  const ben = await aGuest(market, "codes_by_push");
  const dialog = ben.page.getByRole("dialog");
  const send = dialog.getByRole("button", { name: "Send the first code" });
  const openDialog = async () => {
    await ben.page.goto("/account/settings");
    await mounted(ben.page);
    await ben.page.getByRole("button", { name: "Get codes by push" }).click();
    await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  };
  await openDialog();
  await dialog.getByText("Sign in on another device and turn on notifications there").waitFor();
  assert.equal(await send.isDisabled(), true);
  await look(ben.page, "codes-by-push-none-1280");

  const phone = service.browser();
  await market.db.tx(async (tx) => {
    await signIn(tx, ben.id);
    const [{ id: sessionId } = { id: 0n }] = await tx.rows<{ id: bigint }>`
      select max(id) as id
      from sessions
      where user_id = ${ben.id}`;
    const target = { endpoint: phone.endpoint, ...phone.keys };
    await subscribe(tx, { viewer: { userId: ben.id, sessionId }, target });
  });
  await openDialog();
  await send.click();
  await dialog.getByText("A code is on its way to the browser or phone that you chose.").waitFor();
  await look(ben.page, "codes-by-push-first-1280");
  let pushed: string | undefined;
  for (let tries = 0; tries < 100 && !pushed; tries++) {
    pushed = /^(\d{6}) /.exec(phone.got()[0]?.message.title ?? "")?.[1];
    await ben.page.waitForTimeout(100);
  }
  await dialog.getByLabel("Code", { exact: true }).fill(pushed ?? "");
  await dialog.getByText("They are not shown again.").waitFor();
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await ben.page.getByRole("listitem").filter({ hasText: "Codes by push" }).waitFor();
});
