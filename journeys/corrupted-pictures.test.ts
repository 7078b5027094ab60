// Guards: a reviewer reads that a picture cannot be read, and cannot approve with it; whoever showed it reads so, takes it again without a
// try, and is approved; on a phone, dark and in Arabic too.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aPicture } from "../server/testing/verification.ts";
import { drawn } from "./drawn.ts";
import { fillPassport, side, submitPictures } from "./identity-steps.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const mia = await aGuest(market, "mia_new");
const ben = await aGuest(market, "ben_views", { role: "moderator", browser: { colorScheme: "dark" } });
await market.owner.query(
  "update users set granted_level = null, email_confirmed_at = market_now(), country_iso = 'NG' where id = $1",
  [mia.id],
);

async function openFirst(path: string): Promise<void> {
  const { page } = ben;
  await page.goto(path);
  await mounted(page);
  await page.locator("tbody button").first().click();
  await page.getByRole("dialog").locator('button[type="submit"]').click();
  await page.locator("[data-opened]").waitFor();
}

test("what cannot be read is said in words, on both sides, and taken again", { timeout: 400_000 }, async () => {
  const { page } = mia;
  await page.goto("/account/verification");
  await mounted(page);
  await page.locator('[data-kind="id"]').getByRole("button", { name: "Start" }).click();
  await fillPassport(mia, { first: "Ada", last: "Obi", country: "NGA" });
  await submitPictures(mia);
  const { rows } = await market.owner.query("select file_key from verification_pictures where side = 'front'");
  await market.ports.files.remove(String(rows[0].file_key));

  await openFirst("/staff/verifications");
  const opened = ben.page.locator("[data-opened]");
  await opened.getByText("This picture cannot be read: its file is damaged or missing.").waitFor();
  await opened.getByText("It can be approved once the user has shown again").waitFor();
  assert.equal(await ben.page.getByRole("button", { name: "Approve" }).count(), 0);
  await look(ben.page, "corrupted-review-dark-1280");

  // Told by the notification, on the page as it stands.
  await page.locator('[data-kind="id"][data-status="corrupted"]').waitFor();
  await page.getByText("This picture could not be read, please take it again: Front.").waitFor();
  await look(page, "corrupted-own-1280");
  await page.getByRole("button", { name: "Take it again" }).click();
  await side(mia, "front").waitFor();
  assert.equal(await side(mia, "selfie").count(), 0, "what can be read stays");
  await look(page, "corrupted-again-1280");
});

test("both screens fit a phone, in Arabic too", { timeout: 400_000 }, async () => {
  for (const [place, name] of [
    ["/account/verification", "own"],
    ["/ar/account/verification", "own-ar"],
    ["/es/account/verification", "own-es"],
  ] as const) {
    await mia.page.setViewportSize(PHONE.viewport);
    await mia.page.goto(place);
    await mounted(mia.page);
    await assertFits(mia.page, name);
    await look(mia.page, `corrupted-${name}-390`);
  }
  await ben.page.setViewportSize(PHONE.viewport);
  await openFirst("/ar/staff/verifications");
  await ben.page.locator("[data-opened]").getByText("لا يمكن قراءة هذه الصورة").waitFor();
  await assertFits(ben.page, "review-ar");
  await look(ben.page, "corrupted-review-ar-dark-390");
});

test("with the picture that was taken again the review goes on", { timeout: 400_000 }, async () => {
  const { page } = mia;
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/account/verification");
  await mounted(page);
  await page.getByRole("button", { name: "Take it again" }).click();
  const picture = { name: "one.jpg", mimeType: "image/jpeg", buffer: await aPicture("#864") };
  await side(mia, "front").locator("input[type=file]").setInputFiles(picture);
  await side(mia, "front").getByText("Uploaded").waitFor();
  await look(page, "corrupted-taken-1280");
  await page.getByRole("button", { name: "Done" }).click();
  await page.locator('[data-kind="id"][data-status="pending"]').waitFor();
  await page.getByText("We are reviewing your document").waitFor();
  await ben.page.setViewportSize({ width: 1280, height: 900 });
  await openFirst("/staff/verifications");
  await ben.page.locator("[data-opened]").getByRole("group", { name: "Checklist" }).waitFor();
  assert.equal(await ben.page.getByText("This picture cannot be read").count(), 0);
  assert.deepEqual(
    [...mia.errors, ...ben.errors].filter((one) => !one.includes("409")),
    [],
  );
});

test("a picture that a busy machine does not draw is awaited without a broken sign, and then drawn", {
  timeout: 400_000,
}, async () => {
  let isBusy = true;
  const refused = { status: 503, contentType: "application/json", body: '{"errors":{"code":"upload.busy"}}' };
  await ben.page.route(/\/staff\/verifications\/.*\/front/, (route) =>
    isBusy ? route.fulfill(refused) : route.continue(),
  );
  await openFirst("/staff/verifications");
  const opened = ben.page.locator("[data-opened]");
  await opened.getByText("Preparing the picture…").waitFor();
  assert.equal(await opened.locator('img[alt^="Front"]').isVisible(), false);
  await look(ben.page, "awaited-picture-dark-1280");
  isBusy = false;
  await drawn(opened.locator("img"));
  assert.equal(await opened.getByText("Preparing the picture…").count(), 0);
});
