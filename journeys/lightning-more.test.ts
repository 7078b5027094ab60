// Guards: other wallets pay a person's Lightning Address; a payment without a way comes back and says so; and a node that is away is said to be.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { signedInvoice } from "../server/testing/outside/bolt11.ts";
import { look } from "./look.ts";
import { lightningMarket } from "./lightning-nodes.ts";
import { aGuest } from "./market.ts";
import { alsoOn, mounted } from "./steps.ts";

const { nodes, market } = await lightningMarket();
const COINS = 10_000_000n;
const FOUR_MINUTES = 240_000;

async function read<T>(url: string | URL): Promise<T> {
  const answer = await fetch(url);
  return (await answer.json()) as T;
}

async function available(userId: bigint): Promise<bigint> {
  const { rows } = await market.owner.query("select balance_units from ledger_accounts where name = $1", [
    `user:${userId}:BTC:available`,
  ]);
  return BigInt(rows[0].balance_units);
}

test("a wallet elsewhere pays a Lightning Address, and the page of its owner shows it", async (t) => {
  if (!nodes) return t.skip("not run: no bitcoind");
  const payee = await aGuest(market, "addressee", { coins: { BTC: COINS } });
  const { page } = payee;
  await page.goto("/lightning");
  await mounted(page);
  await page.getByText("Lightning Address: any wallet can pay it").waitFor();
  const first = await read<{ callback: string }>(`${market.url}/.well-known/lnurlp/${payee.username}`);
  const asked = new URL(first.callback);
  asked.searchParams.set("amount", "30000000");
  asked.searchParams.set("comment", "For the book");
  const { pr } = await read<{ pr: string }>(asked);
  await nodes.outside.pay({ bolt11: pr, msat: 30_000_000n, isAmountless: false, maxFeeMsat: 10_000n });
  await page.getByRole("row").filter({ hasText: "For the book" }).getByText("Received", { exact: true }).waitFor();
  await look(page, "lightning-address-1280");
  assert.equal(await available(payee.id), COINS + 30_000n);
  assert.deepEqual(payee.errors, []);
});

test("a payment to whom no way leads comes back whole, and the page says why", async (t) => {
  if (!nodes) return t.skip("not run: no bitcoind");
  const payer = await aGuest(market, "wayless", { coins: { BTC: COINS } });
  const { page } = payer;
  await page.goto("/lightning");
  await mounted(page);
  const { bolt11 } = signedInvoice({ msat: 5_000_000n, at: Math.floor(Date.now() / 1000) });
  await page.getByRole("textbox", { name: "Invoice" }).fill(bolt11);
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByText("Pay this invoice").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByText("No route to the payee was found.").first().waitFor();
  await look(page, "lightning-no-way-1280");
  assert.equal(await available(payer.id), COINS);
  assert.deepEqual(payer.errors, []);
});

test("a node that is away is said to be, and nothing is lost", async (t) => {
  if (!nodes) return t.skip("not run: no bitcoind");
  const person = await aGuest(market, "waiting", { coins: { BTC: COINS } });
  const { page } = person;
  nodes.stop();
  await market.moveClock(FOUR_MINUTES);
  await page.goto("/lightning");
  await mounted(page);
  await page.getByText("Lightning is unavailable", { exact: true }).waitFor();
  await look(page, "lightning-away-1280");
  await alsoOn(market, person.id, "/lightning", "lightning-away");
  assert.equal(await available(person.id), COINS);
});
