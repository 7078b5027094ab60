// Guards: a newcomer shows a passport with the camera, a reviewer opens it for a reason, rejects it and approves the next; the newcomer shows
// herself on video; and pictures that cannot be read, or are drawn late, are said to be so.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aPicture } from "../server/testing/people/verification.ts";
import { aGuest, sharedMarket } from "./market.ts";
import { alsoOn, mounted } from "./steps.ts";
import { anAuthenticator } from "./authenticator.ts";
import { approvePassport, fillPassport, openDocument, side, submitPictures } from "./identity-steps.ts";
import { drawn } from "./drawn.ts";
import { look } from "./look.ts";

const market = await sharedMarket();
const DAY_MS = 24 * 3_600_000;
const mia = await aGuest(market, "mia_new");
const ben = await aGuest(market, "ben_views", { role: "moderator", browser: { colorScheme: "dark" } });
await market.owner.query(
  "update users set granted_level = null, email_confirmed_at = market_now(), country_iso = 'NG' where id = $1",
  [mia.id],
);
const codeOf = await anAuthenticator(market, ben.id);
await market.moveClock(DAY_MS);

const NAMED = { first: "Ada", last: "Obi", country: "NGA" };

test("a newcomer shows a passport: one picture by file, one by camera", { timeout: 400_000 }, async () => {
  const { page } = mia;
  await page.goto("/account/verification");
  await mounted(page);
  await page.locator('[data-kind="id"]').getByRole("button", { name: "Start" }).click();
  await look(page, "verification-form-1280");
  await fillPassport(mia, NAMED);
  await side(mia, "front")
    .locator("input[type=file]")
    .setInputFiles({
      name: "small.jpg",
      mimeType: "image/jpeg",
      buffer: await aPicture("#444", { width: 200, height: 100 }),
    });
  await side(mia, "front").getByText("The picture is too small to read").waitFor();
  await side(mia, "front")
    .locator("input[type=file]")
    .setInputFiles({
      name: "passport.jpg",
      mimeType: "image/jpeg",
      buffer: await aPicture("#446"),
    });
  await side(mia, "front").getByText("Uploaded").waitFor();
  await side(mia, "selfie").getByRole("button", { name: "Use camera" }).click();
  await side(mia, "selfie").getByRole("button", { name: "Take picture" }).click();
  await side(mia, "selfie").getByText("Uploaded").waitFor();
  await look(page, "verification-pictures-1280");
  await page.getByRole("button", { name: "Submit for review" }).click();
  await page.getByText("We are reviewing your document").waitFor();
});

test("a reviewer opens it for a reason, sees both pictures, and rejects it; the newcomer reads why at once", {
  timeout: 400_000,
}, async () => {
  await openDocument(ben, mia.username);
  await look(ben.page, "review-opened-dark-1280");
  await ben.page.getByRole("checkbox", { name: "Part of the document is missing." }).check();
  await ben.page.getByRole("button", { name: "Reject", exact: true }).click();
  await ben.page.locator("[data-opened]").waitFor({ state: "detached" });
  await mia.page.getByText("Part of the document is missing.").waitFor();
  await mia.page.getByText("2 attempts left").waitFor();
});

test("the next one is approved, and with it comes level 2", { timeout: 400_000 }, async () => {
  const { page } = mia;
  await page.getByRole("button", { name: "Try again" }).click();
  await fillPassport(mia, NAMED);
  await submitPictures(mia);
  await openDocument(ben, mia.username);
  await approvePassport(ben, { code: codeOf });

  await page.locator('[data-kind="id"][data-status="approved"]').waitFor();
  await page.goto("/account/level");
  await mounted(page);
  await page.locator('[data-level="L2"]').getByText("Current").waitFor();
});

test("the newcomer shows herself on video with a code; the reviewer sees it beside the document", {
  timeout: 400_000,
}, async () => {
  const { page } = mia;
  await page.goto("/account/verification");
  await mounted(page);
  await page.locator('[data-kind="video"]').getByRole("button", { name: "Start" }).click();
  await page.getByRole("button", { name: "Get a code" }).click();
  const shown = (await page.locator("[data-code]").textContent()) ?? "";
  assert.match(shown, /^\d{6}$/);
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.getByRole("timer").waitFor();
  await look(page, "video-recording-1280");
  await page.waitForTimeout(1500);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByLabel("Your video").waitFor();
  await page.getByRole("button", { name: "Send video" }).click();
  await page.locator('[data-kind="video"][data-status="pending"]').waitFor();

  await openDocument(ben, mia.username);
  await ben.page.locator("[data-opened]").getByText(shown, { exact: true }).waitFor();
  const seconds = await ben.page.evaluate(
    `new Promise((done) => {
      const video = document.querySelector("[data-opened] video");
      const tell = () => done(video.videoWidth);
      if (video.readyState > 0) tell();
      else { video.addEventListener("loadedmetadata", tell); video.addEventListener("error", () => done(-1)); }
    })`,
  );
  assert.ok(Number(seconds) > 0, "the player of the reviewer reads what the browser recorded");
  assert.match((await ben.page.locator("[data-looks]").textContent()) ?? "", /^ben\S* \d{4}-\d\d-\d\d \d\d:\d\d$/);
  await look(ben.page, "video-review-dark-1280");
  for (const box of await ben.page.getByRole("group", { name: "Checklist" }).getByRole("checkbox").all())
    await box.check();
  await market.moveClock(60_000);
  await ben.page
    .locator("[data-opened]")
    .getByLabel("Code from your authenticator app")
    .fill(await codeOf());
  await ben.page.getByRole("button", { name: "Approve" }).click();
  await ben.page.locator("[data-opened]").waitFor({ state: "detached" });
  await page.locator('[data-kind="video"][data-status="approved"]').waitFor();
  await alsoOn(market, mia.id, "/account/verification", "verification-own");
  await alsoOn(market, ben.id, "/staff/verifications?queue=decided", "verification-staff");
  assert.deepEqual(
    [...mia.errors, ...ben.errors].filter((one) => !/422|503/.test(one)),
    [],
  );
});

const SECOND = "zoe_new";

async function openSecond(): Promise<void> {
  const { page } = ben;
  await page.goto("/staff/verifications");
  await mounted(page);
  await page.locator("tr", { hasText: SECOND }).getByRole("button").first().click();
  await page.getByRole("dialog").locator('button[type="submit"]').click();
  await page.locator("[data-opened]").waitFor();
}

test("an unreadable picture is explained on both sides, and taken again", { timeout: 400_000 }, async () => {
  const zoe = await aGuest(market, SECOND);
  await market.owner.query(
    "update users set granted_level = null, email_confirmed_at = market_now(), country_iso = 'NG' where id = $1",
    [zoe.id],
  );
  const { page } = zoe;
  await page.goto("/account/verification");
  await mounted(page);
  await page.locator('[data-kind="id"]').getByRole("button", { name: "Start" }).click();
  await fillPassport(zoe, { first: "Ada", last: "Obi", country: "NGA" });
  await submitPictures(zoe);
  const { rows } = await market.owner.query(
    `select file_key
     from verification_pictures
     where side = 'front' and verification_id = (select max(id) from verifications where user_id = $1)`,
    [zoe.id],
  );
  await market.ports.files.remove(String(rows[0].file_key));

  await openSecond();
  const opened = ben.page.locator("[data-opened]");
  await opened.getByText("This picture cannot be read: its file is damaged or missing.").waitFor();
  await opened.getByText("You can approve it once the user has replaced").waitFor();
  assert.equal(await ben.page.getByRole("button", { name: "Approve" }).count(), 0);
  await look(ben.page, "corrupted-review-dark-1280");

  // The notification updates the open page.
  await page.locator('[data-kind="id"][data-status="corrupted"]').waitFor();
  await page.getByText("This picture could not be read. Please take it again: Front.").waitFor();
  await look(page, "corrupted-own-1280");
  await page.getByRole("button", { name: "Take it again" }).click();
  await side(zoe, "front").waitFor();
  assert.equal(await side(zoe, "selfie").count(), 0, "what can be read stays");
  const picture = { name: "one.jpg", mimeType: "image/jpeg", buffer: await aPicture("#864") };
  await side(zoe, "front").locator("input[type=file]").setInputFiles(picture);
  await side(zoe, "front").getByText("Uploaded").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page.locator('[data-kind="id"][data-status="pending"]').waitFor();
  await openSecond();
  await opened.getByRole("group", { name: "Checklist" }).waitFor();
  assert.equal(await ben.page.getByText("This picture cannot be read").count(), 0);
  assert.deepEqual(
    zoe.errors.filter((one) => !one.includes("409")),
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
  await openSecond();
  const opened = ben.page.locator("[data-opened]");
  await opened.getByText("Preparing the picture…").first().waitFor();
  assert.equal(await opened.locator('img[alt^="Front"]').isVisible(), false);
  isBusy = false;
  await drawn(opened.locator("img"));
  assert.equal(await opened.getByText("Preparing the picture…").count(), 0);
  // The queue is left empty for others.
  await ben.page.getByRole("checkbox", { name: "Part of the document is missing." }).check();
  await ben.page.getByRole("button", { name: "Reject", exact: true }).click();
  await ben.page.locator("[data-opened]").waitFor({ state: "detached" });
});
