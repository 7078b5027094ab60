// Guards: a passkey of the browser and an authenticator app are set up in the pages, confirm what moves coins in place of the
// password, and are taken away again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { base32nopad } from "@scure/base";
import type { CDPSession } from "playwright-core";
import { fundHouse } from "../server/demo/index.ts";
import { accountOf, post } from "../server/money/ledger/index.ts";
import { checkBooks } from "../server/outward/staff/index.ts";
import { totpCode } from "../server/platform/totp.ts";
import { anOffer, TEST_PASSWORD } from "../server/testing/index.ts";
import { look } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { act, confirm, mounted, openTrade, openWallet, payTrade, sees, startTrade, tickAll } from "./steps.ts";

const STOCK = { BTC: 0n, ETH: 5_000_000_000n, USDT: 0n };
const market = await openMarket({ chains: true, fill: (ports) => fundHouse(ports, STOCK) });
const buyer = await aGuest(market, "factor_buyer");
const seller = await aGuest(market, "factor_seller");
const { page } = seller;
const available = accountOf.available(seller.id, "ETH");
const postings = [{ from: accountOf.house("ETH", "inventory"), to: available, units: 3_000_000_000n }];
await market.db.tx((tx) => post(tx, [{ kind: "demo_grant", subject: String(seller.id), postings }]));
/** As long as a new factor holds what leaves. */
const DAY_MS = 24 * 3_600_000;
const AWAY = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";

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

const security = page.getByRole("heading", { name: "Security", exact: true }).locator("xpath=ancestor::*[2]");
const dialog = page.getByRole("dialog");
const now = () => market.db.read((tx) => tx.readClock());

async function openSettings(): Promise<void> {
  await page.goto("/account/settings");
  await mounted(page);
}

/** Up to the question who it is. */
async function fillSend(eth: string): Promise<void> {
  await openWallet(seller);
  await page.getByRole("region", { name: "ETH", exact: true }).getByRole("button").first().click();
  await page.getByRole("tab", { name: "Send" }).click();
  await page.getByLabel("Recipient address").fill(AWAY);
  await page.getByLabel("Recipient gets").fill(eth);
  await page.getByRole("button", { name: "Review" }).click();
}

/** So many transfers have been signed and shown to the network. */
async function sent(count: number): Promise<void> {
  const rows = page
    .getByRole("row")
    .filter({ hasText: "Sent" })
    .filter({ hasText: /Sent to network|Confirming|Completed/ });
  await rows.nth(count - 1).waitFor({ timeout: 30_000 });
}

test("a passkey is set up with the password, and confirms a release, and a transfer when the hold is over", {
  timeout: 400_000,
}, async () => {
  await openSettings();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await dialog.getByLabel("Name of this passkey").fill("My laptop");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await look(page, "factors-add-passkey-1280");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("My laptop").waitFor();
  await look(page, "factors-settings-1280");

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

  await openWallet(seller);
  await page.getByRole("region", { name: "ETH", exact: true }).getByRole("button").first().click();
  await page.getByRole("tab", { name: "Send" }).click();
  await page.getByText("Transfers are on hold for your security until").waitFor();
  await look(page, "factors-held-1280");
  await market.moveClock(DAY_MS);
  await fillSend("0.02");
  await page.getByText("Your browser asks for your passkey").waitFor();
  await look(page, "factors-send-1280");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await sent(1);
  const { rows } = await market.owner.query(
    "select method, usd_cents from proofs where user_id = $1 and spent_at is not null order by proved_at",
    [seller.id],
  );
  assert.deepEqual(rows, [
    { method: "passkey", usd_cents: null },
    { method: "passkey", usd_cents: null },
  ]);
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
});

test("an authenticator app is set up with the passkey, confirms a transfer by a code, and is taken away again", {
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

  await market.moveClock(DAY_MS);
  await fillSend("0.01");
  await page.getByRole("button", { name: "Use a code from the app" }).click();
  await page.getByLabel("Code from your authenticator app").fill("000000");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("The code is incorrect.").waitFor();
  await page.getByLabel("Code from your authenticator app").fill(totpCode(secret, await now()));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await sent(2);

  await openSettings();
  const row = security.getByRole("listitem").filter({ hasText: "Authenticator app" });
  await row.getByRole("button", { name: "Remove" }).click();
  await look(page, "factors-remove-1280");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByText("Removed.").waitFor();
  await dialog.waitFor({ state: "detached" });
  await security.getByRole("listitem").filter({ hasText: "My laptop" }).waitFor();
  assert.equal(await row.count(), 0);
  assert.deepEqual(seller.errors, [
    "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)",
  ]);
});
