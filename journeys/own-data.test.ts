// Guards: a person asks for their own data in the settings, confirms who they are, and downloads the archive when it is made.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();

test("an archive of one's own data is asked for, made and downloaded in the settings", {
  timeout: 400_000,
}, async () => {
  const { page, errors } = await aGuest(market, "curious");
  await page.goto("/account/settings");
  await mounted(page);
  await page.getByRole("button", { name: "Request my data" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await look(page, "own-data-form-1280");
  await dialog.getByRole("button", { name: "Request my data" }).click();
  await page.getByText(/Your archive is (being prepared|ready)/).waitFor();
  const link = page.getByRole("link", { name: "Download (ZIP)" });
  await link.waitFor({ timeout: 400_000 });
  await look(page, "own-data-ready-1280");
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  assert.equal(download.suggestedFilename(), "parley-data.zip");
  const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
  const [account] = JSON.parse(strFromU8(files["account.json"] ?? new Uint8Array()));
  assert.equal(account.username, "curious");
  assert.deepEqual(errors, []);
});

test("the form stands on a phone, in the dark and from right to left", { timeout: 400_000 }, async () => {
  const { page, errors } = await aGuest(market, "curious_ar", { browser: { ...PHONE, colorScheme: "dark" } });
  await page.goto("/ar/account/settings");
  await mounted(page);
  await page.getByRole("button", { name: "طلب بياناتي" }).click();
  await page.getByRole("dialog").locator("input").waitFor();
  await assertFits(page, "own-data-form-390-ar-dark");
  await look(page, "own-data-form-390-ar-dark");
  assert.deepEqual(errors, []);
});
