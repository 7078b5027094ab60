// Guards: a person cuts a picture of themselves by keyboard, everybody sees it, and staff and the person take it away again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aPicture } from "../server/testing/upload.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const FACE = 'img[src^="/avatars/"][src$=".jpg"]';

test("a picture is cut and saved, stands in the head and on the profile, and goes when staff or its owner say so", {
  timeout: 400_000,
}, async () => {
  const { page, errors, username } = await aGuest(market, "pictured");
  await page.goto("/account/settings");
  await mounted(page);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose a picture" }).click(),
  ]);
  const buffer = await aPicture({ width: 900, height: 600 });
  await chooser.setFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer });
  const dialog = page.getByRole("dialog", { name: "Crop your picture" });
  await dialog.getByLabel("Zoom").press("ArrowRight");
  await dialog.getByLabel("Your picture. Drag it or use the arrow keys.").press("ArrowLeft");
  await look(page, "avatar-crop-1280");
  await dialog.getByRole("button", { name: "Save picture" }).click();
  await page.getByText("Your picture was saved.").waitFor();
  await page.locator(`header ${FACE}`).first().waitFor();
  await look(page, "avatar-settings-1280");

  const staff = await aGuest(market, "picture_judge");
  await market.owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [
    staff.id,
  ]);
  await staff.page.goto(`/user/${username}`);
  await mounted(staff.page);
  await staff.page.locator(`main ${FACE}`).first().waitFor();
  await staff.page.getByRole("button", { name: "Remove the picture" }).click();
  const ask = staff.page.getByRole("dialog", { name: "Remove the picture" });
  await ask.getByRole("button", { name: "Remove the picture" }).click();
  await ask.getByLabel("Reason").and(staff.page.locator("[aria-invalid=true]")).waitFor();
  await ask.getByLabel("Reason").fill("Shows somebody else");
  await look(staff.page, "avatar-remove-1280");
  await ask.getByRole("button", { name: "Remove the picture" }).click();
  await staff.page.locator(`main ${FACE}`).waitFor({ state: "detached" });
  assert.deepEqual([...errors, ...staff.errors.filter((one) => !/422/.test(one))], []);
});

test("on a phone, in the dark and from right to left, and what is no picture is said to be none", {
  timeout: 400_000,
}, async () => {
  const { page, errors } = await aGuest(market, "pictured_ar", { browser: { ...PHONE, colorScheme: "dark" } });
  await page.goto("/ar/account/settings");
  await mounted(page);
  const input = page.locator("input[type=file]");
  await input.setInputFiles({ name: "no.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") });
  await page.getByText("تعذرت قراءة هذا الملف كصورة.").waitFor();
  await input.setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: await aPicture() });
  await page.getByRole("dialog").waitFor();
  await look(page, "avatar-crop-390-ar");
  await assertFits(page, "avatar-crop-390-ar");
  await page.getByRole("button", { name: "حفظ الصورة" }).click();
  await page.getByText("حُفظت صورتك.").waitFor();
  await page.getByRole("button", { name: "إزالة", exact: true }).click();
  await page.getByText("أُزيلت صورتك.").waitFor();
  assert.deepEqual(errors, []);
});
