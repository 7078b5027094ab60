// Guards: coins come in from a real node and go out to it, in the pages: test coins, a quote, pending, final; conversion; and numbers as people type
// them and links are read, asked about or refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CRYPTO, type CryptoCode, unitsFromDisplay } from "#contract/money/money.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { checkBooks } from "../server/staff/console/index.ts";
import { fundHouse } from "../server/demo/index.ts";
import type { Locator } from "playwright-core";
import { aGuest, openMarket } from "./market.ts";
import { alsoOn, balanceShown, every, mounted, openWallet, shownBalance, twice } from "./steps.ts";
import { look } from "./look.ts";

const STOCK = { BTC: 0n, ETH: 5_000_000_000n, USDT: 20_000_000_000n };
const market = await openMarket({ chains: true, fill: (ports) => fundHouse(ports, STOCK) });
const owner = await aGuest(market, "wallet_owner");
const { page } = owner;
const FINAL_MS = 60_000;

/** An address outside, which held nothing before. */
const AWAY = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const GIVEN = "0.2";
const SENT = "0.01";

/** The balance of the external address at the node, in gwei. */
async function onNode(): Promise<bigint> {
  const { ethereum } = market.chains;
  if ("fault" in ethereum) throw new Error(ethereum.fault);
  return BigInt(await ethereum.node.call<string>("eth_getBalance", [AWAY, "latest"])) / 10n ** 9n;
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
  if (what === "Sent") await dialog.getByText(AWAY, { exact: true }).waitFor();
  await dialog.getByText(/^(0x)?[0-9a-f]{64}$/).waitFor();
  await dialog.getByRole("button", { name: "Copy transaction ID" }).waitFor();
  assert.equal(await dialog.getByText("Network fee").count(), what === "Sent" ? 1 : 0);
  assert.equal(await dialog.getByRole("link").count(), 0);
  await look(page, `wallet-details-${what.toLowerCase()}-${code}-1280`);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

test("coins come from their chain and go back to it", { timeout: 400_000 }, async () => {
  const code = "ETH";
  await openWallet(owner);
  const card = page.getByRole("region", { name: code, exact: true });
  await card.getByRole("button", { name: "Get test coins" }).click();
  await history("Received", code, /Pending|Confirming/);
  await balanceShown(owner, code, ({ incoming }) => incoming === GIVEN);
  await choose(code, "Receive");
  await page
    .getByRole("img", { name: new RegExp(code) })
    .first()
    .waitFor();
  await look(page, `wallet-incoming-${code}-1280`);
  await history("Received", code, /Completed/);
  await balanceShown(owner, code, ({ available, incoming }) => available === GIVEN && incoming === "0");

  await choose(code, "Send");
  await page.getByLabel("Recipient address").fill("not an address");
  await page.getByLabel("Recipient gets").fill(SENT);
  await page.getByRole("button", { name: "Review" }).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
  await page.getByLabel("Recipient address").fill(AWAY);
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByText("This address is still new to your account. Check it before you send.").waitFor();
  const total = await page.locator("dl > div", { hasText: "Total" }).locator("dd").textContent();
  await look(page, `wallet-quote-${code}-1280`);
  await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  // Pressed twice, sent once: the balance and the node say so below.
  await twice(page, /^Send$/);
  await page.getByText("Your transfer is on its way.").waitFor();
  await history("Sent", code, /Completed/);
  await openDetails("Received", code);
  await openDetails("Sent", code);

  const units = (text: string) => unitsFromDisplay(text.replace(/[^\d.]/g, ""), CRYPTO[code].digits);
  assert.equal(await onNode(), units(SENT), "the node has what was sent");
  const left = units(GIVEN) - units(total ?? "");
  await balanceShown(owner, code, ({ available, held }) => units(available) === left && held === "0");
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  assert.deepEqual(
    owner.errors.filter((text) => !text.includes("422")),
    [],
  );
});

test("one coin becomes another at the rate that was shown", { timeout: 400_000 }, async () => {
  await openWallet(owner);
  const before = await shownBalance(owner, "USDT");
  await choose("ETH", "Convert");
  await page.getByLabel("From", { exact: true }).fill("0.05");
  await page.getByLabel("To", { exact: true }).selectOption("USDT");
  assert.equal(await page.getByLabel("Password").count(), 0, "the price comes before any password");
  await page.getByRole("button", { name: "Get quote" }).click();
  await page.getByText(/included in the rate/).waitFor();
  await page.getByLabel("Password").fill(TEST_PASSWORD);
  // What is under the head counts as too small.
  await page.evaluate("scrollTo(0, 0)");
  await look(page, "wallet-convert-quote-1280");
  // A rate answers the amount it was asked for: with another amount nothing is left to take by mistake.
  await page.getByLabel("From", { exact: true }).fill("0.06");
  await page.getByRole("button", { name: "Convert", exact: true }).waitFor({ state: "detached" });
  await page.getByLabel("From", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Get quote" }).click();
  await page.getByRole("tabpanel").getByText("Insufficient balance.").waitFor();
  // The first amount would show its quote again, for as long as that is good.
  await page.getByLabel("From", { exact: true }).fill("0.04");
  await page.getByRole("button", { name: "Get quote" }).click();
  await page.getByLabel("Password").fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Convert", exact: true }).click();
  await history("Converted", "USDT", /Completed/);
  await balanceShown(owner, "USDT", ({ available }) => Number(available) > Number(before.available));
  await alsoOn(market, owner.id, "/wallet", "wallet");
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
});
const noteOf = (field: Locator) => field.locator("xpath=../..").getByRole("status");

async function type(field: Locator, text: string): Promise<string> {
  await field.fill(text);
  const note = noteOf(field);
  return (await note.count()) > 0 ? ((await note.textContent()) ?? "") : "";
}

async function sendForm(): Promise<Locator> {
  await page.goto("/wallet/send/eth");
  await mounted(page);
  return page.locator("#wallet-panel input").nth(1);
}

test("the send form reads an amount in every way of writing it, and asks where there are two readings", async () => {
  const field = await sendForm();
  assert.equal(await type(field, "2,500.75"), "");
  assert.equal(await type(field, "1.250,50"), "Read as 1250.50");
  assert.equal(await type(field, "١٢٥٠٫٥"), "Read as 1250.5");
  assert.equal(await type(field, "2,962.762623"), "");
  assert.equal(await field.inputValue(), "2,962.762623", "what was typed stays");
  assert.equal(await type(field, "5 EUR"), "Enter an amount in ETH.");
  assert.match(await type(field, "1.250"), /Which number/);
  assert.equal(
    await field.evaluate((input) => (input as unknown as { validity: { valid: boolean } }).validity.valid),
    false,
  );
  await look(page, "typed-number-1280");
  await noteOf(field).getByRole("button", { name: "1250", exact: true }).click();
  assert.equal(await field.inputValue(), "1250");
  assert.equal(
    await field.evaluate((input) => (input as unknown as { validity: { valid: boolean } }).validity.valid),
    true,
  );
});

test("the listing and the margin of an offer read separators, digits and signs of every script", async () => {
  await page.goto("/trading/buy-btc?currencyCode=USD");
  await mounted(page);
  const amount = page.getByLabel("I want to pay");
  await type(amount, "۱٬۰۰۰");
  await page.waitForURL(/fiat-min=1000(&|$)/);

  await page.goto("/offer-manager/edit?payment-method=skrill");
  await mounted(page);
  await page.getByRole("button", { name: "Continue" }).click();
  const margin = page.getByLabel("Margin over market price").first();
  assert.equal(await type(margin, "−1.5"), "");
  await page.getByText("-1.5%").first().waitFor();
  assert.equal(await type(margin, "–٢"), "Read as -2");
  await page.getByText("-2%").first().waitFor();
  assert.equal(await type(margin, "1.5.0"), "This is not a number.");
});

test("a link to the send page fills in its form, says so, and names what it left out", {
  timeout: 400_000,
}, async () => {
  for (const [link, whom, howMuch, said] of [
    [`/wallet/send?currency=eth&address=${AWAY}&amount=0.015`, AWAY, "0.015", 1],
    ["/wallet/send/usdt?address=nowhere&amount=1,5", "", "", 2],
  ] as const) {
    await page.goto(link);
    await mounted(page);
    const [to, amount] = await every(page.locator("#wallet-panel input"));
    assert.deepEqual([await to?.inputValue(), await amount?.inputValue()], [whom, howMuch]);
    assert.equal(await page.locator("#wallet-panel [role=status], #wallet-panel [role=alert]").count(), said);
  }
  await look(page, "send-link-bad-1280");
});

test("a field that is left empty says so in the language of the page, and the line of a trade explains itself", {
  timeout: 400_000,
}, async () => {
  await page.goto("/ar/wallet/send/eth");
  await mounted(page);
  await page.getByRole("button", { name: "مراجعة" }).click();
  await page.getByText("املأ هذا الحقل.").first().waitFor();
  await page.locator("#wallet-panel input[aria-invalid=true]:focus").waitFor();
  await openWallet(owner);
  await page.getByRole("row").filter({ hasText: "Converted" }).first().getByRole("button").click();
  await page.getByRole("dialog").getByText("You exchanged one asset for another at a quoted rate.").waitFor();
  await look(page, "wallet-details-conversion-1280");
});
