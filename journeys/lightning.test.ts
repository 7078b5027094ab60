// Guards: a person receives over Lightning from another node with the page open, and sends to it, between two real nodes.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { assertFits, look } from "./look.ts";
import { lightningMarket } from "./lightning-nodes.ts";
import { aGuest } from "./market.ts";
import { alsoOn, mounted } from "./steps.ts";

const { nodes: lightning, market } = await lightningMarket();

test("coins are received from another node with the page open, and sent to it", async (t) => {
  if (!lightning) return t.skip("not run: no bitcoind");
  const payer = await aGuest(market, "sparrow", { coins: { BTC: 10_000_000n } });
  const { page } = payer;
  await page.goto("/lightning");
  await mounted(page);
  await page.getByText("in one payment now. Receiving is free.").waitFor();
  await look(page, "lightning-1280");
  await assertFits(page, "lightning-1280");
  await page.getByLabel("Amount").first().fill("0.0005");
  await page.getByLabel("Note for the payer").fill("A book");
  await page.getByRole("button", { name: "Create invoice" }).click();
  await page.getByRole("button", { name: "Copy invoice" }).waitFor();
  await page.getByRole("button", { name: "Pay from the outside wallet" }).click();
  await page.getByText("0.0005 BTC received").waitFor();
  await look(page, "lightning-received-1280");

  await page.getByRole("button", { name: "Get an invoice to pay" }).click();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByText("Pay this invoice").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByText("Arrived", { exact: true }).waitFor();
  const saved = page.waitForEvent("download");
  const sent = page.getByRole("row").filter({ hasText: "Coffee and cake" });
  await sent.getByRole("button", { name: "Save proof" }).click();
  const proof = readFileSync(await (await saved).path(), "utf8");
  const [, preimage = ""] = /^Preimage: ([0-9a-f]{64})$/m.exec(proof) ?? [];
  const hashed = createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex");
  assert.match(proof, new RegExp(`^Payment hash: ${hashed}$`, "m"));
  await look(page, "lightning-sent-1280");

  await page.getByRole("tab", { name: "Withdraw by code" }).click();
  await page.locator("#leave").getByLabel("Amount").fill("0.0002");
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Create code" }).click();
  await page.getByText("Show this code to no one").waitFor();
  await look(page, "lightning-withdrawal-1280");
  await page.getByRole("button", { name: "Collect with the outside wallet" }).click();
  await page.getByText("Arrived", { exact: true }).nth(1).waitFor();
  await alsoOn(market, payer.id, "/lightning", "lightning");
  const { rows } = await market.owner.query("select balance_units from ledger_accounts where name = $1", [
    `user:${payer.id}:BTC:available`,
  ]);
  // A fee of one percent, and a channel that costs nothing.
  assert.equal(BigInt(rows[0].balance_units), 10_000_000n + 50_000n - 10_000n - 100n - 20_000n - 200n);
  assert.deepEqual(payer.errors, []);
});
