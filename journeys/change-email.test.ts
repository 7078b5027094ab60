// Guards: a person changes their email in the settings by password and code, and the link in the old mailbox takes it back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, mailedCode, openMarket, visit } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();

test("another email is taken by password and code, and the old address takes it back", {
  timeout: 400_000,
}, async () => {
  const { page, errors } = await aGuest(market, "renamed_mail");
  await page.goto("/account/settings");
  await mounted(page);
  await page.getByRole("button", { name: "Change email" }).click();
  const dialog = page.getByRole("dialog", { name: "Change email" });
  await dialog.getByLabel("New email").fill("new.box@example.org");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await look(page, "change-email-1280");
  await dialog.getByRole("button", { name: "Send code" }).click();
  await dialog.getByText(/You can request another code in 0:/).waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Send another code" }).isDisabled(), true);
  await look(page, "change-email-code-1280");
  await dialog.getByRole("button", { name: "Another address" }).click();
  assert.equal(await dialog.getByLabel("New email").inputValue(), "");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Change email" }).click();
  await market.owner.query("update email_changes set asked_at = asked_at - interval '2 minutes'");
  await dialog.getByLabel("New email").fill("new.box@example.org");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await dialog.getByRole("button", { name: "Send code" }).click();
  await dialog.getByLabel("Code from the email").waitFor();
  await dialog.getByLabel("Code from the email").fill(await mailedCode(market, "new.box@example.org"));
  await page.getByText("Your email was changed.").first().waitFor();
  await page.getByText("new.box@example.org").first().waitFor();
  let token: string | undefined;
  for (let tries = 0; !token && tries < 100; tries++) {
    const { rows } = await market.owner.query("select body_text from mails where body_text like '%/undo-email#%'");
    token = /undo-email#([\w-]{43})/.exec(rows[0]?.body_text ?? "")?.[1];
    if (!token) await page.waitForTimeout(100);
  }
  // Its session ends with the link.
  assert.deepEqual(errors, []);
  const visitor = await visit(market, PHONE);
  await visitor.page.goto(`/undo-email#${token}`);
  await mounted(visitor.page);
  await look(visitor.page, "undo-email-390");
  await assertFits(visitor.page, "undo-email-390");
  await visitor.page.getByRole("button", { name: "Take it back" }).click();
  await visitor.page.getByText("Your old email is back.").waitFor();
  await visitor.page.goto(`/ar/undo-email#${token}`);
  await mounted(visitor.page);
  await visitor.page.getByRole("button", { name: "التراجع عن التغيير" }).click();
  await visitor.page.getByText("انتهت صلاحية هذا الرابط أو استُخدم من قبل.").waitFor();
  await look(visitor.page, "undo-email-390-ar");
});
