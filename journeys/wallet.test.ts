// Guards: coins come in from real nodes and go out to them, in the pages: test coins, a quote, pending, final; and conversion.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CRYPTO, type CryptoCode, unitsFromDisplay } from "#contract/money.ts";
import { checkBooks } from "../server/outward/staff/index.ts";
import { bitcoindForTests } from "../server/devnet/bitcoind-for-tests.ts";
import { fundHouse } from "../server/demo/index.ts";
import { look } from "./look.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { aGuest, openMarket } from "./market.ts";
import { balanceShown, openWallet, shownBalance, twice } from "./steps.ts";

const hasBitcoin = (await bitcoindForTests()) !== undefined;
const STOCK = { BTC: 50_000_000n, ETH: 5_000_000_000n, USDT: 20_000_000_000n };
const market = await openMarket({ chains: true, fill: (ports) => fundHouse(ports, STOCK) });
const owner = await aGuest(market, "wallet_owner");
const { page } = owner;
const FINAL_MS = 60_000;

/** Somebody's address outside, which held nothing before. */
const AWAY: Record<CryptoCode, string> = {
  BTC: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
  ETH: "0x8ba1f109551bD432803012645Ac136ddd64DBA72",
  USDT: "0x8ba1f109551bD432803012645Ac136ddd64DBA72",
};

const GIVEN: Record<CryptoCode, string> = { BTC: "0.01", ETH: "0.2", USDT: "500" };
/** Together below the daily sum that a password alone lets out. */
const SENT: Record<CryptoCode, string> = { BTC: "0.0005", ETH: "0.01", USDT: "40" };

/** What the node itself says that stands on the address outside, in the coin's display. */
async function onNode(code: CryptoCode): Promise<bigint> {
  const { bitcoin, ethereum } = market.chains;
  if (code === "BTC") {
    if ("fault" in bitcoin) throw new Error(bitcoin.fault);
    const found = await bitcoin.node.call<{ total_amount: bigint }>("scantxoutset", ["start", [`addr(${AWAY.BTC})`]]);
    return found.total_amount;
  }
  if ("fault" in ethereum) throw new Error(ethereum.fault);
  if (code === "ETH")
    return BigInt(await ethereum.node.call<string>("eth_getBalance", [AWAY.ETH, "latest"])) / 10n ** 9n;
  const data = `0x70a08231${AWAY.USDT.slice(2).toLowerCase().padStart(64, "0")}`;
  return BigInt(await ethereum.node.call<string>("eth_call", [{ to: ethereum.token, data }, "latest"]));
}

async function choose(code: CryptoCode, panel: "Receive" | "Send" | "Convert"): Promise<void> {
  await page.getByRole("region", { name: code, exact: true }).getByRole("button").first().click();
  await page.getByRole("tab", { name: panel }).click();
}

async function history(what: string, code: CryptoCode, state: RegExp): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: what }).filter({ hasText: code }).filter({ hasText: state });
  await row.first().waitFor({ timeout: FINAL_MS });
}

/** The row of a movement over a chain opens by the keyboard and shows all of it; test coins have no public page. */
async function openDetails(what: "Received" | "Sent", code: CryptoCode): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: what }).filter({ hasText: code });
  await row.first().getByRole("button").press("Enter");
  const dialog = page.getByRole("dialog");
  if (what === "Sent") await dialog.getByText(AWAY[code], { exact: true }).waitFor();
  await dialog.getByText(/^(0x)?[0-9a-f]{64}$/).waitFor();
  await dialog.getByRole("button", { name: "Copy transaction ID" }).waitFor();
  assert.equal(await dialog.getByText("Network fee").count(), what === "Sent" ? 1 : 0);
  assert.equal(await dialog.getByRole("link").count(), 0);
  await look(page, `wallet-details-${what.toLowerCase()}-${code}-1280`);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

for (const code of ["ETH", "USDT", "BTC"] as const) {
  test(`${code} comes from its chain and goes back to it`, { timeout: 400_000 }, async (t) => {
    if (code === "BTC" && !hasBitcoin) return t.skip("not run: no bitcoind");
    await openWallet(owner);
    const card = page.getByRole("region", { name: code, exact: true });
    await card.getByRole("button", { name: "Get test coins" }).click();
    await history("Received", code, /Pending|Confirming/);
    await balanceShown(owner, code, ({ incoming }) => incoming === GIVEN[code]);
    await choose(code, "Receive");
    await page
      .getByRole("img", { name: new RegExp(code) })
      .first()
      .waitFor();
    await look(page, `wallet-incoming-${code}-1280`);
    await history("Received", code, /Completed/);
    await balanceShown(owner, code, ({ available, incoming }) => available === GIVEN[code] && incoming === "0");

    await choose(code, "Send");
    await page.getByLabel("Recipient address").fill("not an address");
    await page.getByLabel("Recipient gets").fill(SENT[code]);
    await page.getByRole("button", { name: "Review" }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    await look(page, `wallet-bad-address-${code}-1280`);
    await page.getByLabel("Recipient address").fill(AWAY[code]);
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("You have not sent to this address before.").waitFor();
    const total = await page.locator("dl > div", { hasText: "Total" }).locator("dd").textContent();
    await look(page, `wallet-quote-${code}-1280`);
    await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
    // Pressed twice, sent once: the balance and the node say so below.
    await twice(page, /^Send$/);
    await page.getByText("Your transfer is on its way.").waitFor();
    await history("Sent", code, /Completed/);
    await look(page, `wallet-sent-${code}-1280`);
    await openDetails("Received", code);
    await openDetails("Sent", code);

    const units = (text: string) => unitsFromDisplay(text.replace(/[^\d.]/g, ""), CRYPTO[code].digits);
    assert.equal(await onNode(code), units(SENT[code]), "the node has what was sent");
    const left = units(GIVEN[code]) - units(total ?? "");
    await balanceShown(owner, code, ({ available, held }) => units(available) === left && held === "0");
    assert.deepEqual(await checkBooks(market.ownerPorts), []);
    assert.deepEqual(
      owner.errors.filter((text) => !text.includes("422")),
      [],
    );
  });
}

test("one coin becomes another at the rate that was shown", { timeout: 400_000 }, async () => {
  await openWallet(owner);
  const before = await shownBalance(owner, "USDT");
  await choose("ETH", "Convert");
  await page.getByLabel("From", { exact: true }).fill("0.05");
  await page.getByLabel("To", { exact: true }).selectOption("USDT");
  await page.getByLabel("Password").fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Get quote" }).click();
  await page.getByText(/includes a .* spread/).waitFor();
  await look(page, "wallet-convert-quote-1280");
  // A rate answers the amount it was asked for: with another amount nothing is left to take by mistake.
  await page.getByLabel("From", { exact: true }).fill("0.06");
  await page.getByRole("button", { name: "Convert" }).waitFor({ state: "detached" });
  await page.getByLabel("From", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Get quote" }).click();
  await page.getByRole("tabpanel").getByText("Insufficient balance.").waitFor();
  // The first amount would show its quote again, for as long as that is good.
  await page.getByLabel("From", { exact: true }).fill("0.04");
  await page.getByRole("button", { name: "Get quote" }).click();
  await page.getByRole("button", { name: "Convert" }).click();
  await history("Converted", "USDT", /Completed/);
  await balanceShown(owner, "USDT", ({ available }) => Number(available) > Number(before.available));
  await look(page, "wallet-converted-1280");
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
});

test("above the daily sum of a password the form says why the coins stay", { timeout: 400_000 }, async () => {
  await openWallet(owner);
  const before = await shownBalance(owner, "USDT");
  await choose("USDT", "Send");
  await page.getByLabel("Recipient address").fill(AWAY.USDT);
  await page.getByLabel("Recipient gets").fill("440");
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Above 500 USD a day").waitFor();
  await look(page, "wallet-above-limit-1280");
  assert.deepEqual(await shownBalance(owner, "USDT"), before);
});
