// Guards: whoever's wallet is blocked reads why above it and on every page, with what is still open and the way out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anOffer } from "../server/testing/index.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const zoe = await aGuest(market, "zoe_blocked");
const yan = await aGuest(market, "yan_away", { browser: { colorScheme: "dark" } });
await market.owner.query("update users set registration_group = 1, email_confirmed_at = market_now() where id = $1", [
  zoe.id,
]);
await market.owner.query("update users set sign_in_country = 'IR' where id = $1", [yan.id]);

test("who has to verify first reads so, and is one press away from it", { timeout: 400_000 }, async () => {
  const { page } = zoe;
  await page.goto("/wallet");
  await mounted(page);
  const block = page.locator('[data-block="ID_REQUIRED"]');
  await block.getByText("Verify your phone, your identity, and your address before you trade").waitFor();
  await block.getByText("You can still receive coins.").waitFor();
  await page.locator('[data-banner="kyc_id_required"]').waitFor();
  await look(page, "wallet-block-id-1280");
  const parts = await block.getByRole("link").evaluateAll((links) => links.map((one) => one.getAttribute("href")));
  assert.deepEqual(parts, ["/account/settings#phone", "/account/verification#id", "/account/verification#address"]);
  await block.getByRole("link", { name: "Confirm phone" }).click();
  await mounted(page);
  assert.ok(await page.locator("#phone").isVisible());
  await page.goto("/wallet");
  await mounted(page);
  await block.getByRole("link", { name: "Verify address" }).click();
  await page.waitForURL(/\/account\/verification#address/);
  await page.locator('[data-kind="address"]').waitFor();
});

test("who may not start a trade is one press away from why, and there everything that is missing is named", {
  timeout: 400_000,
}, async () => {
  const sam = await aGuest(market, "sam_of_blocks", { coins: { BTC: 100_000_000n } });
  const offer = await market.db.tx((tx) => anOffer(tx, sam.id));
  const gray = await aGuest(market, "gil_of_gray");
  await market.owner.query(
    "update users set granted_level = null, email_confirmed_at = market_now(), country_iso = 'AF' where id = $1",
    [gray.id],
  );
  // As often as one may.
  await market.owner.query(
    `insert into verifications (reference, user_id, kind, status, country_iso3, document_type, details_sealed, started_at,
       submitted_at, decided_at, reasons)
     select 'reference' || n, $1, 'id', 'rejected', 'AFG', 'passport', '', market_now(), market_now(), market_now(), '{unreadable}'
     from generate_series(100, 102) as n`,
    [gray.id],
  );
  for (const { page, sentence, parts } of [
    { page: zoe.page, sentence: "Verify your phone, your identity, and your address", parts: 3 },
    { page: gray.page, sentence: "Verify your identity before you trade", parts: 1 },
  ]) {
    await page.setViewportSize(parts === 1 ? PHONE.viewport : { width: 1280, height: 800 });
    await page.goto(`/offer/${offer}`);
    await mounted(page);
    await look(page, `offer-way-out-${parts}`);
    await page.getByRole("link", { name: "See what is missing" }).click();
    await page.waitForURL(/\/account\/verification/);
    await mounted(page);
    const block = page.locator('[data-block="ID_REQUIRED"]');
    await block.getByText(sentence).waitFor();
    assert.equal(await block.getByRole("link").count(), parts);
    await look(page, `verification-missing-${parts}`);
  }
  const support = gray.page.getByRole("link", { name: "Write to support" });
  assert.match((await support.getAttribute("href")) ?? "", /^mailto:support@parley\.localhost\?subject=Identity$/);
  // A document is approved somewhere else: what asked for it goes from this page by itself.
  await market.owner.query(
    `insert into verifications (reference, user_id, kind, status, country_iso3, document_type, details_sealed, started_at,
       submitted_at, decided_at)
     values ('reference103', $1, 'id', 'approved', 'AFG', 'passport', '', market_now(), market_now(), market_now())`,
    [gray.id],
  );
  await market.owner.query("update users set verified_level = 2 where id = $1", [gray.id]);
  await market.owner.query(
    "insert into events (type, subject, payload, at) values ('account.verification_approved', $1, '{\"detail\": \"id_document\"}', market_now())",
    [String(gray.id)],
  );
  await gray.page.locator('[data-banner="kyc_id_required"]').waitFor({ state: "detached" });
  await gray.page.locator('[data-block="ID_REQUIRED"]').waitFor({ state: "detached" });
  assert.deepEqual([...sam.errors, ...gray.errors], []);
});

test("who is in a closed country reads what is still open, on a phone and in Arabic too", {
  timeout: 400_000,
}, async () => {
  for (const place of ["/wallet", "/ar/wallet", "/es/wallet"]) {
    await yan.page.setViewportSize(PHONE.viewport);
    await yan.page.goto(place);
    await mounted(yan.page);
    await yan.page.locator('[data-block="BLOCKED_IN_LOCATION"]').waitFor();
    await yan.page.locator('[data-banner="blocked_in_location"]').waitFor();
    const name = `wallet-block-location-dark-${place.split("/").length}${place[1]}`;
    await assertFits(yan.page, name);
    await look(yan.page, name);
  }
  assert.deepEqual([...zoe.errors, ...yan.errors], []);
});
