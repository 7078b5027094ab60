// Guards: a passkey of the browser and an authenticator app are set up in the pages, the passkey confirms a release in place of the password, and
// the app is taken away again. `production.test.ts` confirms transfers with both.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_PASSWORD, anOffer } from "../server/testing/index.ts";
import { base32nopad } from "@scure/base";
import { checkBooks } from "../server/staff/console/index.ts";
import { totpCode } from "../server/platform/totp.ts";
import type { CDPSession } from "playwright-core";
import { aGuest, sharedMarket } from "./market.ts";
import { act, confirm, mounted, openTrade, payTrade, sees, startTrade, tickAll } from "./steps.ts";
import { look } from "./look.ts";

const market = await sharedMarket();
const buyer = await aGuest(market, "factor_buyer");
const seller = await aGuest(market, "factor_seller", { coins: { ETH: 3_000_000_000n } });
const { page } = seller;

const authenticator: CDPSession = await seller.context.newCDPSession(page);
await authenticator.send("WebAuthn.enable");
await authenticator.send("WebAuthn.addVirtualAuthenticator", {
  options: {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  },
});

const security = page.getByRole("heading", { name: "Ways to confirm", exact: true }).locator("xpath=ancestor::*[2]");
const dialog = page.getByRole("dialog");
const now = () => market.db.read((tx) => tx.readClock());

async function openSettings(): Promise<void> {
  await page.goto("/account/settings/security");
  await mounted(page);
}

test("a passkey is set up with the password and confirms a release, and transfers are on hold", {
  timeout: 400_000,
}, async () => {
  await openSettings();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await dialog.getByLabel("Name of this passkey").fill("My laptop");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await look(page, "factors-add-passkey-1280");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("My laptop").waitFor();

  const offer = await market.db.tx((tx) => anOffer(tx, seller.id, { crypto_currency_code: "ETH" }));
  await openTrade(seller, await startTrade(buyer, offer, "100"));
  await payTrade(buyer);
  await sees(seller, "The buyer marked the trade as paid. Check your account, then release the coins.");
  await act(seller, "Release coins");
  await tickAll(dialog);
  await confirm(seller, "Release coins");
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await question.getByText("Your browser asks for your passkey").waitFor();
  assert.equal(await question.getByLabel("Password").count(), 0);
  await look(page, "factors-release-1280");
  await question.getByRole("button", { name: "Confirm" }).click();
  await sees(buyer, "Trade completed. The coins are in your wallet.");

  await openSettings();
  await page.getByText("Transfers are on hold for your security until").first().waitFor();
  const { rows } = await market.owner.query(
    "select method from proofs where user_id = $1 and spent_at is not null order by proved_at",
    [seller.id],
  );
  assert.deepEqual(rows, [{ method: "passkey" }]);
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
});

test("an authenticator app is set up with the passkey and is taken away again", {
  timeout: 400_000,
}, async () => {
  await openSettings();
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const secret = base32nopad.decode((await dialog.locator("code").textContent()) ?? "");
  const install = page.getByRole("dialog").getByRole("link");
  assert.equal(await install.getAttribute("href"), "https://support.google.com/accounts/answer/1066447");
  assert.equal(await install.getAttribute("rel"), "noreferrer");
  await look(page, "factors-add-app-1280");
  await dialog.getByLabel("Code from the app").fill(totpCode(secret, await now()));
  await page.getByText("The authenticator app is set up.").waitFor();

  await openSettings();
  const row = security.getByRole("listitem").filter({ hasText: "Authenticator app" });
  await row.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByText("Removed.").waitFor();
  await dialog.waitFor({ state: "detached" });
  await security.getByRole("listitem").filter({ hasText: "My laptop" }).first().waitFor();
  assert.equal(await row.getByRole("button", { name: "Remove" }).count(), 0);
  assert.deepEqual(seller.errors, []);
});
