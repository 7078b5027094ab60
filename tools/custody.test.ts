// Guards: on real nodes the operator's command shows hot and cold coins, writes refills, and takes them back signed; the demo
// does the same by itself.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { CRYPTO, type CryptoCode, displayFromUnits } from "#contract/money/money.ts";
import { createDepositAddress, getSendOut } from "#contract/products/wallet/wallet.ts";
import { refillFloat } from "../server/demo/coins/refill-float.ts";
import { findColdWallet, withDemoCold } from "../server/demo/coins/cold-keys.ts";
import { openColdWallet } from "../server/demo/coins/cold-wallet.ts";
import { CustodyFault, custodyStatus, houseAddress } from "../server/money/custody/index.ts";
import { portsOfJob } from "../server/platform/app-ports.ts";
import type { Config } from "../server/platform/settings/config.ts";
import { openColdAccount } from "../server/platform/outside/chains/cold/account.ts";
import { changeSetting } from "../server/reference/settings/index.ts";
import { type Person, sendOut, walletWorld } from "../server/testing/market/wallet.ts";
import { acts } from "./custody/acts.ts";
import { readWish } from "./custody/read-wish.ts";
import { UsageError } from "./admin/read-wish.ts";

const SEED = new Uint8Array(32).fill(5);
const wallet = openColdWallet(SEED, "regtest");
const cold = { coldBitcoinXpub: wallet.account.bitcoin, coldEthereumAddress: wallet.account.ethereum };
const world = await walletWorld({ config: cold });
const skip = "not run: no bitcoind";
const folder = mkdtempSync(join(tmpdir(), "parley-custody-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const value = { BTC: "0.1", ETH: "1", USDT: "100" };
await world.db.tx((tx) => changeSetting(tx, { name: "wallet.hot_floor", value, changedBy: null }));
const attestationKey = await world.ports.verifier.attestationKey();

async function does(args: readonly string[], changed: Partial<Config> = {}): Promise<{ end: string; said: string[] }> {
  const said: string[] = [];
  const wish = readWish(args);
  const config = { ...world.config, attestationKey, ...changed };
  const at = { db: world.db, config, tell: (line: string) => void said.push(line) };
  return { end: await acts[wish.act](at, wish as never), said };
}

/** Everything that is begun comes to its end. */
async function calm(rounds = 4): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await world.moveClock(61_000);
    await world.pay();
    if (world.hasBitcoin) await world.mineBitcoin(2);
    await world.mineEthereum(70);
    await world.scan();
  }
}

const CODES: readonly CryptoCode[] = world.hasBitcoin ? ["BTC", "ETH", "USDT"] : ["ETH", "USDT"];
const COINS: Readonly<Record<string, { readonly units: bigint; readonly amount: string; readonly word: string }>> = {
  BTC: { units: 100_000_000n, amount: "0.4", word: "bitcoin" },
  ETH: { units: 5_000_000_000n, amount: "2", word: "ether" },
  USDT: { units: 1_000_000_000n, amount: "400", word: "usdt" },
};
const of = (code: CryptoCode) => COINS[code] ?? assert.fail(code);

let ada: Person;

async function addressOf(code: CryptoCode): Promise<string> {
  return (await ada.client.call(createDepositAddress, { params: { code } })).data.address;
}

async function give(code: CryptoCode, address: string, units: bigint): Promise<void> {
  if (code === "BTC") await world.bitcoin.faucet?.giveUnits(address, units);
  if (code === "ETH") await world.ethereum.faucet?.giveWei(address, units * 1_000_000_000n);
  if (code === "USDT") await world.ethereum.faucet?.giveTokens(address, units);
}

const statusOf = async (code: CryptoCode) =>
  (await world.db.read(custodyStatus)).find(({ currency }) => currency === code) ?? assert.fail(code);
const view = async (id: string) => (await ada.client.call(getSendOut, { params: { id } })).data;

test("what is beyond the limit moves to the cold account, on real nodes", async () => {
  ada = await world.person();
  if (world.hasBitcoin) await world.mineBitcoin(105);
  for (const code of CODES) {
    await give(code, await addressOf(code), of(code).units);
    const { address } = await world.db.tx((tx) => houseAddress(tx, code));
    await give(code, address, of(code).units / 10n);
  }
  await calm(8);
  for (const code of CODES) {
    const { hotUnits, coldUnits, limitUnits } = await statusOf(code);
    assert.ok(coldUnits > of(code).units / 2n, `${code}: ${coldUnits} are cold`);
    assert.ok(hotUnits * 4n < limitUnits * 5n, `${code}: ${hotUnits} of ${limitUnits} are hot`);
  }
  const { end, said } = await does(["status"]);
  assert.equal(end, "done");
  assert.match(said.join("\n"), /cold +0\.\d+ BTC|cold +\d/);
});

test("a send-out that waits is refilled by what the command writes, signed elsewhere, and broadcast", async (t) => {
  for (const code of CODES) {
    const { amount, word } = of(code);
    const address = code === "BTC" ? await world.bitcoin.node.call<string>("getnewaddress") : FAR;
    const { sendOut: made } = await sendOut(ada, { code, address, amount });
    await world.pay();
    assert.equal((await view(made.id)).awaitsRefill, true, `${code} awaits a refill`);
    assert.equal((await does(["status"])).end, "alarm");

    const file = join(folder, `${word}.unsigned`);
    await does(["refill", word, "--out", file]);
    const text = readFileSync(file, "utf8");
    const signed =
      code === "BTC" ? wallet.signPsbt(text.trim()) : await wallet.signTransaction(JSON.parse(text).unsigned);
    writeFileSync(join(folder, `${word}.signed`), signed);
    const [{ said }] = await Promise.all([
      does(["send", join(folder, `${word}.signed`)]),
      pause(500).then(() => world.pay()),
    ]);
    assert.match(said.join("\n"), /A node has it/);
    await calm(5);
    const { status, awaitsRefill } = await view(made.id);
    assert.deepEqual([status, awaitsRefill], ["completed", false], code);
  }
  const { rows } = await world.owner.query("select count(*)::int as count from deposits where status = 'credited'");
  assert.equal(rows[0].count, 2 * CODES.length, "none of it is a deposit");
  await world.assertBooks();
  if (!world.hasBitcoin) t.diagnostic(skip);
});

test("the demo brings back by itself what is waited for", async () => {
  mkdirSync(join(world.config.dataDir, "demo"), { recursive: true });
  writeFileSync(join(world.config.dataDir, "demo", "cold-seed"), Buffer.from(SEED).toString("hex"));
  for (const code of CODES) {
    const address = code === "BTC" ? await world.bitcoin.node.call<string>("getnewaddress") : FAR;
    const amount = { BTC: "0.2", ETH: "1.5", USDT: "200" }[code];
    const { sendOut: made } = await sendOut(ada, { code, address, amount });
    await world.pay();
    assert.equal((await view(made.id)).awaitsRefill, true, `${code} awaits a refill`);
    await refillFloat(portsOfJob(world.ports, { role: "chain" }));
    await calm(5);
    assert.equal((await view(made.id)).status, "completed", code);
  }
  await world.assertBooks();
});

test("coins that came to the cold account by no move of ours have a line of their own", async () => {
  assert.doesNotMatch((await does(["status"])).said.join("\n"), /came apart/);
  for (const code of CODES) {
    const account = code === "BTC" ? openColdAccount(cold.coldBitcoinXpub ?? "", "regtest") : undefined;
    const to = account?.addressAt({ branch: 0, index: 1 }).address ?? cold.coldEthereumAddress ?? "";
    await give(code, to, of(code).units / 4n);
  }
  await calm(2);
  const { said } = await does(["status"]);
  for (const code of CODES) {
    const { coldUnits, apartUnits } = await statusOf(code);
    assert.equal(apartUnits, of(code).units / 4n);
    assert.ok(coldUnits >= apartUnits);
    const shown = displayFromUnits(apartUnits, CRYPTO[code].digits);
    assert.ok(said.some((line) => line.includes(`came apart  ${shown} ${code}: others sent it`)));
  }
  await world.assertBooks();
});

test("the demo makes its own cold account once, and takes one that is named", () => {
  const config = { ...world.config, demo: true, dataDir: mkdtempSync(join(folder, "demo-")) };
  const { coldBitcoinXpub: _, coldEthereumAddress: __, ...bare } = config;
  const without = { ...bare, coldBitcoinXpub: undefined, coldEthereumAddress: undefined };
  const made = withDemoCold(without);
  assert.equal(made.coldBitcoinXpub, findColdWallet(without)?.account.bitcoin);
  assert.deepEqual(withDemoCold(without), made);
  assert.equal(withDemoCold(config).coldBitcoinXpub, wallet.account.bitcoin);
  assert.equal(withDemoCold({ ...without, demo: false }).coldBitcoinXpub, undefined);
});

test("without the settings of the signer nothing is written for a real market", async () => {
  const real = { demo: false } as const;
  await assert.rejects(
    does(["refill", "usdt", "1"], { ...real, attestationKey: undefined }),
    /ATTESTATION_KEY is missing/,
  );
  const named = { ...real, coldEthereumAddress: undefined };
  await assert.rejects(does(["refill", "usdt", "1"], named), /COLD_ETHEREUM_ADDRESS is missing/);
  await assert.rejects(
    does(["refill", "usdt", "1"], { ...real, coldEthereumAddress: FAR }),
    (error) => error instanceof CustodyFault && /not the one of these settings/.test(error.message),
  );
});

test("what is not understood is said", () => {
  for (const words of [
    [],
    ["status", "now"],
    ["refill"],
    ["refill", "gold"],
    ["refill", "bitcoin", "x"],
    ["send"],
    ["burn"],
  ])
    assert.throws(() => readWish(words), UsageError, words.join(" "));
});

const FAR = "0x000000000000000000000000000000000000bEEF";
