// Guards: a transfer that waits for the operator's refill says so in the pages, and goes on before its owner's eyes when the
// operator has brought the coins back.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { AppPorts } from "../server/platform/app-ports.ts";
import { fundHouse } from "../server/demo/index.ts";
import { openColdWallet } from "../server/demo/cold-wallet.ts";
import { checkBooks } from "../server/outward/staff/index.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { acts } from "../tools/custody/acts.ts";
import { readWish } from "../tools/custody/read-wish.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, enterAs, openMarket, visit, type Visitor } from "./market.ts";
import { balanceShown, mounted, openWallet } from "./steps.ts";

const wallet = openColdWallet(new Uint8Array(32).fill(6), "regtest");
const COLD = wallet.account.ethereum ?? "";
/** Hot is less than what is sent; the rest, and ether for the refill's fee, lies in the cold account. */
const HOT = { BTC: 0n, ETH: 0n, USDT: 25_000_000n };
const COLD_TOKENS = 100_000_000n;
const AMOUNT = "40";
const AWAY = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";

const market = await openMarket({ chains: true, coldEthereum: COLD, fill });
const owner = await aGuest(market, "patient_sender", { coins: { USDT: 60_000_000n } });
const { page } = owner;
const folder = mkdtempSync(join(tmpdir(), "parley-refill-"));
after(() => rmSync(folder, { recursive: true, force: true }));

async function fill(ports: AppPorts): Promise<void> {
  const rail = ports.chains?.ethereum;
  if (!rail || "fault" in rail) throw new Error(rail?.fault);
  await rail.faucet?.giveTokens(COLD, COLD_TOKENS);
  await rail.faucet?.giveWei(COLD, 10n ** 18n);
  await fundHouse(ports, HOT);
}

/** As the operator types it, with the settings that the signer said at its start. */
async function custody(...words: readonly string[]): Promise<string> {
  const said: string[] = [];
  const attestationKey = await market.ports.verifier.attestationKey();
  const wish = readWish(words);
  const at = {
    db: market.db,
    config: { ...market.ports.config, attestationKey },
    tell: (line: string) => void said.push(line),
  };
  await acts[wish.act](at, wish as never);
  return said.join("\n");
}

const row = ({ page: shown }: Visitor) =>
  shown.getByRole("row").filter({ hasText: "Sent" }).filter({ hasText: "USDT" });
/** How much of the table is behind its edge. */
const CUT = "(table => table.scrollWidth - table.clientWidth)(document.querySelector('section:has(> table)'))";
const openDetails = (visitor: Visitor) => row(visitor).getByRole("button").first().press("Enter");

test("a transfer that the hot coins do not cover says that it awaits a refill", async () => {
  await openWallet(owner);
  await page.getByRole("region", { name: "USDT", exact: true }).getByRole("button").first().click();
  await page.getByRole("tab", { name: "Send" }).click();
  await page.getByLabel("Recipient address").fill(AWAY);
  await page.getByLabel("Recipient gets").fill(AMOUNT);
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  // Nothing is loaded again: it is pending, and the live channel tells for what it waits.
  await row(owner).getByText("Awaiting refill").filter({ visible: true }).waitFor();
});

const WALKS = [
  ["1280", "", {}, "Awaiting refill"],
  ["1280-dark", "", { colorScheme: "dark" as const }, "Awaiting refill"],
  ["1280-ar-dark", "/ar", { colorScheme: "dark" as const }, "في انتظار التعبئة"],
  ["390-es", "/es", PHONE, "En espera de recarga"],
  ["390-dark", "", { ...PHONE, colorScheme: "dark" as const }, "Awaiting refill"],
  ["390-ar", "/ar", PHONE, "في انتظار التعبئة"],
] as const;

test("its row and its details say so on every screen", async () => {
  const visitors = await Promise.all(
    WALKS.map(async ([name, prefix, browser, words]) => {
      const visitor = await visit(market, browser);
      await enterAs(market, visitor, owner.id);
      await visitor.page.goto(`${prefix}/wallet`);
      return { name, visitor, words };
    }),
  );
  for (const { name, visitor, words } of visitors) {
    await mounted(visitor.page);
    const shown = visitor.page.locator("table").getByText(words, { exact: true }).filter({ visible: true });
    await shown.waitFor();
    await look(visitor.page, `refill-row-${name}`);
    assert.equal(await visitor.page.evaluate(CUT), 0, `nothing of the history is cut at ${name}`);
    await visitor.page.locator("table button").first().press("Enter");
    const dialog = visitor.page.getByRole("dialog");
    await dialog.getByText(words, { exact: true }).waitFor();
    await look(visitor.page, `refill-details-${name}`);
    await assertFits(visitor.page, `a transfer that awaits a refill at ${name}`);
    assert.deepEqual(visitor.errors, []);
    await visitor.context.close();
  }
});

test("the operator refills, and the transfer goes out while its owner looks on", async () => {
  await openDetails(owner);
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Your transfer is sent as soon as our hot wallet has been refilled").waitFor();
  await dialog.getByRole("button", { name: "Cancel transfer" }).waitFor();

  assert.match(await custody("status"), /! USDT/);
  const [unsigned, signed] = [join(folder, "usdt.json"), join(folder, "usdt.signed")];
  await custody("refill", "usdt", "--out", unsigned);
  writeFileSync(signed, await wallet.signTransaction(JSON.parse(readFileSync(unsigned, "utf8")).unsigned));
  await custody("send", signed);

  await dialog.getByText("Awaiting refill").waitFor({ state: "detached" });
  await dialog.getByText(/^0x[0-9a-f]{64}$/).waitFor();
  assert.equal(await dialog.getByText("cold storage").count(), 0);
  assert.equal(await dialog.getByRole("button", { name: "Cancel transfer" }).count(), 0);
  await dialog.getByText("Completed").waitFor();
  await look(page, "refill-completed-1280");
  await page.keyboard.press("Escape");
  await row(owner).getByText("Completed").filter({ visible: true }).waitFor();
  await balanceShown(owner, "USDT", ({ held }) => held === "0");
  const { ethereum } = market.chains;
  if ("fault" in ethereum) throw new Error(ethereum.fault);
  assert.equal(await ethereum.node.tokenBalance({ token: ethereum.token, address: AWAY }), 40_000_000n);
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  assert.deepEqual(owner.errors, []);
});
