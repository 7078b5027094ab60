// Guards: a newcomer shows a passport with the camera, a reviewer opens it for a reason, rejects it and then approves the
// next; the newcomer reads why, reaches level 2 and may create offers, and shows herself on video; everything fits a phone, in every language.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { base32nopad } from "@scure/base";
import { totpCode } from "../server/platform/totp.ts";
import { anOffer, TEST_PASSWORD } from "../server/testing/index.ts";
import { aPicture } from "../server/testing/verification.ts";
import { launchBrowser } from "./browser.ts";
import { approvePassport, fillPassport, openLatest, side, submitPictures } from "./identity-steps.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const DAY_MS = 24 * 3_600_000;

/** Its camera is made up, and nobody is asked. */
const filming = await launchBrowser({
  args: ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
});
after(() => filming.close());
const mia = await aGuest({ ...market, browser: filming }, "mia_new");
const ben = await aGuest(market, "ben_views", { role: "moderator", browser: { colorScheme: "dark" } });
await market.owner.query(
  "update users set granted_level = null, email_confirmed_at = market_now(), country_iso = 'NG' where id = $1",
  [mia.id],
);
await market.owner.query(
  `insert into settings values ('offers.creation_level', '2', null, market_now())
   on conflict (name) do update set value = excluded.value`,
);
const secret = await (async () => {
  const { verifier } = market.ports;
  const userId = String(ben.id);
  const begun = await verifier.changeFactors({
    userId,
    act: "start_authenticator",
    shown: { password: TEST_PASSWORD },
  });
  const made = base32nopad.decode("secret" in begun ? (begun.secret ?? "") : "");
  const code = totpCode(made, await market.db.read((tx) => tx.readClock()));
  await verifier.changeFactors({ userId, act: "confirm_authenticator", code });
  return made;
})();
await market.moveClock(DAY_MS);

const NAMED = { first: "Ada", last: "Obi", country: "NGA" };
const codeOf = async () => totpCode(secret, await market.db.read((tx) => tx.readClock()));

test("what a level leaves is said before a sum is typed, and a sum above it starts nothing", {
  timeout: 400_000,
}, async () => {
  const sam = await aGuest(market, "sam_sells", { coins: { BTC: 100_000_000n } });
  const offer = await market.db.tx((tx) => anOffer(tx, sam.id, { range_max: "5000" }));
  const { page } = mia;
  await page.goto(`/offer/${offer}`);
  await mounted(page);
  await page.getByText("Your level (L1) leaves 700 USD for your next trade.").waitFor();
  await look(page, "offer-level-1280");
  await page.getByLabel("You pay").first().fill("800");
  await page.locator('[role="status"]').filter({ hasText: "Your level (L1) leaves 700 USD" }).waitFor();
  await look(page, "offer-over-level-1280");
  assert.equal(await page.getByRole("button", { name: /^Start buying/ }).isDisabled(), true);
  const { rows } = await market.owner.query("select count(*)::int as trades from trades");
  assert.equal(rows[0].trades, 0);
  await page.goto("/offer-manager/edit");
  await mounted(page);
  await page.getByText("Verify your identity before you create or activate offers.").waitFor();
  await look(page, "offer-form-identity-1280");
  assert.equal(
    await page.getByRole("link", { name: "Verify identity" }).getAttribute("href"),
    "/account/verification#id",
  );
  await page.goBack();
  await mounted(page);
  await page.getByRole("link", { name: "Levels and limits" }).click();
  await page.waitForURL(/\/account\/level/);
});

test("a newcomer shows a passport: one picture by file, one by camera", { timeout: 400_000 }, async () => {
  const { page } = mia;
  await page.goto("/account/level");
  await mounted(page);
  for (const said of ["Open trades at once", "You may still trade"])
    await page.getByText(said, { exact: true }).first().waitFor();
  for (const [needs, place] of [
    ["Confirmed phone", /\/account\/settings#phone$/],
    ["Identity document", /\/account\/verification#id$/],
    ["Proof of address", /\/account\/verification#address$/],
    ["Enhanced due diligence by our staff", /\/account\/company$/],
  ] as const)
    assert.match((await page.getByRole("link", { name: needs }).first().getAttribute("href")) ?? "", place);
  await look(page, "levels-1280");
  await page.getByRole("link", { name: "Go to verification" }).click();
  await page.getByText("Verify who you are").waitFor();
  await mounted(page);
  await look(page, "verification-none-1280");
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
  await look(page, "verification-small-1280");
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
  await look(page, "verification-pending-1280");
});

test("a reviewer opens it for a reason, sees both pictures, and rejects it; the newcomer reads why at once", {
  timeout: 400_000,
}, async () => {
  await openLatest(ben);
  await look(ben.page, "review-opened-dark-1280");
  await ben.page.getByRole("checkbox", { name: "Part of the document is missing." }).check();
  await ben.page.getByRole("button", { name: "Reject", exact: true }).click();
  await ben.page.getByText("Nothing is waiting.").waitFor();
  await mia.page.getByText("Part of the document is missing.").waitFor();
  await mia.page.getByText("2 attempts left").waitFor();
  await look(mia.page, "verification-rejected-1280");
});

test("the next one is approved, and with it comes level 2 and the first offer", { timeout: 400_000 }, async () => {
  const { page } = mia;
  await page.getByRole("button", { name: "Try again" }).click();
  await fillPassport(mia, NAMED);
  await submitPictures(mia);
  await openLatest(ben);
  await approvePassport(ben, { code: codeOf, picture: "review-approve-dark-1280" });

  await page.locator('[data-kind="id"][data-status="approved"]').waitFor();
  await page.goto("/offer-manager/edit");
  await mounted(page);
  assert.equal(await page.getByText("Verify your identity before").count(), 0);
  await page.goto("/account/level");
  await mounted(page);
  await page.locator('[data-level="L2"]').getByText("You are here").waitFor();
  await look(page, "levels-two-1280");
  const acts = await market.owner.query("select act from staff_acts where act like 'verification.%' order by id");
  assert.deepEqual(
    acts.rows.map(({ act }) => act),
    ["verification.look", "verification.reject", "verification.look", "verification.approve"],
  );
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
  await look(page, "video-taken-1280");
  await page.setViewportSize(PHONE.viewport);
  await assertFits(page, "video-taken");
  await look(page, "video-taken-390");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("button", { name: "Send video" }).click();
  await page.locator('[data-kind="video"][data-status="pending"]').waitFor();
  await look(page, "video-pending-1280");

  await openLatest(ben);
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
  const code = totpCode(secret, await market.db.read((tx) => tx.readClock()));
  await ben.page.locator("[data-opened]").getByLabel("Code from your authenticator app").fill(code);
  await ben.page.getByRole("button", { name: "Approve" }).click();
  await ben.page.getByText("Nothing is waiting.").waitFor();
  await page.locator('[data-kind="video"][data-status="approved"]').waitFor();
});

test("the trader program says what is there of what each badge needs", { timeout: 400_000 }, async () => {
  const { page } = mia;
  await page.goto("/account/level");
  await mounted(page);
  await page.getByRole("link", { name: "Trader program" }).click();
  await page.waitForURL(/\/account\/trader-program/);
  await mounted(page);
  await page.locator('[data-tier="power_trader"]').getByText("(0 of 250)").waitFor();
  await page.locator('[data-tier="vendor"]').getByText("Identity verified").waitFor();
  await look(page, "program-1280");
  await page.emulateMedia({ colorScheme: "dark" });
  await look(page, "program-dark-1280");
  await page.emulateMedia({ colorScheme: "light" });
});

test("who is asked for a document anew reads so on every page", { timeout: 400_000 }, async () => {
  await ben.page.getByLabel("Username").fill(mia.username);
  await ben.page.getByLabel("Reason", { exact: true }).fill("The photo looks edited.");
  await market.moveClock(60_000);
  await ben.page.getByLabel("Code from your authenticator app").fill(await codeOf());
  await ben.page.getByRole("button", { name: "Ask again" }).click();
  await ben.page.getByText("was asked for it again").waitFor();
  await mia.page.goto("/");
  await mia.page.locator('[data-banner="kyc_forced"]').getByRole("link", { name: "Verify" }).click();
  await mia.page.getByText("Our staff ask you to verify this again.").waitFor();
});

test("all pages fit a phone, in Arabic and in Spanish too", { timeout: 400_000 }, async () => {
  for (const [who, place, name] of [
    [mia, "/account/verification", "own-en"],
    [mia, "/ar/account/verification", "own-ar"],
    [mia, "/es/account/verification", "own-es"],
    [mia, "/account/level", "levels-en"],
    [mia, "/ar/account/level", "levels-ar"],
    [ben, "/ar/account/level", "levels-ar-dark"],
    [mia, "/account/trader-program", "program-en"],
    [mia, "/ar/account/trader-program", "program-ar"],
    [ben, "/staff/verifications?queue=decided", "staff-en-dark"],
    [ben, "/ar/staff/verifications?queue=decided", "staff-ar-dark"],
    [ben, "/es/staff/verifications", "staff-es-dark"],
  ] as const) {
    await who.page.setViewportSize(PHONE.viewport);
    await who.page.goto(place);
    await mounted(who.page);
    await assertFits(who.page, name);
    await look(who.page, `verification-${name}-390`);
  }
  await ben.page.goto("/ar/staff/verifications?queue=decided");
  await mounted(ben.page);
  await ben.page.getByRole("button", { name: "فتح", exact: true }).first().click();
  await ben.page.getByRole("dialog").getByRole("textbox").fill("سبب وجيه");
  await ben.page.getByRole("button", { name: "فتح الوثائق" }).click();
  await ben.page.locator("[data-opened]").waitFor();
  await assertFits(ben.page, "opened-ar");
  await look(ben.page, "verification-opened-ar-dark-390");
  assert.deepEqual(
    [...mia.errors, ...ben.errors].filter((one) => !/422|503/.test(one)),
    [],
  );
});
