// Guards: only the signer has keys, it trusts no request, and it signs the same thing the same way for ever.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { hex } from "@scure/base";
import { mnemonicToSeedSync } from "@scure/bip39";
import { createDepositAddress } from "#contract/products/wallet/wallet.ts";
import type { Chains } from "../platform/outside/chains/chains.ts";
import { bitcoinAddress, ethereumAddress, HOT } from "../platform/outside/chains/chain-keys.ts";
import { type EthereumPlan, type Signer, SignerRefusal, type SignRequest } from "../platform/outside/signer/signer.ts";
import { openSigner } from "../platform/outside/signer/signer-child.ts";
import { fundHouse } from "../demo/index.ts";
import { halt, lift } from "../money/ledger/index.ts";
import { sendOut, walletWorld } from "../testing/market/wallet.ts";
import { checkLimits, LIMITS } from "./proofs/limits.ts";
import { checkBitcoinFee } from "./proofs/policy.ts";
import type { SignedEntry } from "./signing/signed/journal.ts";
import { openVault, vaultOf } from "./vault.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-signer-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const world = await walletWorld();
await fundHouse(world.ownerPorts, { BTC: 0n, ETH: 5_000_000_000n, USDT: 0n });
const signer = signerOf(world.ports.chains);

function signerOf(chains: Chains | undefined): Signer {
  if (!chains?.signer) throw new Error("there is no signer");
  return chains.signer;
}

const AWAY = "0x000000000000000000000000000000000000bEEF";
const MNEMONIC = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";

test("accounts and addresses are those of the published vectors", () => {
  const seed = mnemonicToSeedSync(MNEMONIC);
  const main = vaultOf(seed, "main").accountKeys();
  assert.equal(
    bitcoinAddress(main.bitcoin, { branch: 0, index: 0 }, "main"),
    "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  );
  assert.equal(
    bitcoinAddress(main.bitcoin, { branch: 0, index: 1 }, "main"),
    "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g",
  );
  assert.equal(
    bitcoinAddress(main.bitcoin, { branch: 1, index: 0 }, "main"),
    "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el",
  );
  assert.equal(ethereumAddress(main.ethereum, { branch: 0, index: 0 }), "0x9858EfFD232B4033E47d90003D41EC34EcaEda94");
  const regtest = vaultOf(seed, "regtest").accountKeys();
  assert.ok(regtest.bitcoin.startsWith("tpub"));
  assert.ok(bitcoinAddress(regtest.bitcoin, { branch: 0, index: 0 }, "regtest").startsWith("bcrt1q"));
});

/** A reserved ether send-out, and the honest plan for it. */
async function aReserved(): Promise<{ id: string; plan: EthereumPlan }> {
  const ada = await world.person();
  const { data } = await ada.client.call(createDepositAddress, { params: { code: "ETH" } });
  await world.ethereum.faucet?.giveWei(data.address, 10n ** 18n);
  await world.mineEthereum(4);
  await world.scan();
  const { sendOut: made } = await sendOut(ada, { code: "ETH", address: AWAY, amount: "0.01" });
  const plan: EthereumPlan = {
    chain: "ethereum",
    from: HOT,
    nonce: 1000,
    to: AWAY,
    value: "10000000000000000",
    gasLimit: "21000",
    maxFeePerGasWei: "1000000000",
    tipWei: "1000000000",
  };
  return { id: made.id, plan };
}

async function refusal(request: SignRequest): Promise<string> {
  try {
    await signer.sign(request);
    return "signed";
  } catch (error) {
    if (error instanceof SignerRefusal) return error.code;
    throw error;
  }
}

test("a web process that lies cannot change amount, destination, currency, fee or source", async () => {
  const { id, plan } = await aReserved();
  const lie = (part: Partial<EthereumPlan>) => refusal({ purpose: "send_out", id, plan: { ...plan, ...part } });
  assert.equal(await lie({ value: "20000000000000000" }), "signer.amount");
  assert.equal(await lie({ to: "0x00000000000000000000000000000000DeaDBeef" }), "signer.destination");
  assert.equal(await lie({ token: world.ethereum.token }), "signer.currency");
  assert.equal(await lie({ maxFeePerGasWei: "9000000000000" }), "signer.fee_cap");
  assert.equal(await lie({ gasLimit: "500000" }), "signer.fee_cap");
  assert.equal(await lie({ from: { branch: 0, index: 0 } }), "signer.form");
  assert.equal(await lie({ value: "10000000000000001" }), "signer.amount");
  assert.equal(await refusal({ purpose: "send_out", id: "madeupmadeup12", plan }), "signer.no_record");
  assert.equal(await refusal({ purpose: "sweep", id, plan }), "signer.form");
  assert.equal(await refusal({ purpose: "gas", id, plan }), "signer.destination");
  assert.equal(
    await refusal({ purpose: "gas", id, plan: { ...plan, toPath: { branch: 0, index: 0 } } }),
    "signer.destination",
  );
  assert.equal(await refusal({ purpose: "send_out", id, plan }), "signed");
  const { rows } = await world.owner.query(
    "select code, purpose, sum(times)::int as times, max(payment) as payment from signer_refusals group by code, purpose order by 1, 2",
  );
  assert.deepEqual(
    rows.map(({ code, purpose, times }) => `${code} ${purpose} ${times}`),
    [
      "signer.amount send_out 2",
      "signer.currency send_out 1",
      "signer.destination gas 2",
      "signer.destination send_out 1",
      "signer.fee_cap send_out 2",
      "signer.form send_out 1",
      "signer.form sweep 1",
      "signer.no_record send_out 1",
    ],
  );
  assert.equal(rows.find(({ code }) => code === "signer.currency").payment, id);
});

test("a record whose money the ledger does not hold is not signed", async () => {
  const { id, plan } = await aReserved();
  await world.owner.query("alter table send_outs disable trigger send_outs_keep_terms");
  await world.owner.query("update send_outs set units = units + 10000000 where hash = $1", [id]);
  await world.owner.query("alter table send_outs enable trigger send_outs_keep_terms");
  assert.equal(
    await refusal({ purpose: "send_out", id, plan: { ...plan, value: "20000000000000000" } }),
    "signer.not_reserved",
  );
});

test("a send-out is signed only as its user has proved it, by a proof that was spent on it", async () => {
  const { id, plan } = await aReserved();
  const { rows } = await world.owner.query(
    "select quote.hash from send_outs join send_out_quotes quote on quote.id = quote_id where send_outs.hash = $1",
    [id],
  );
  const quote = rows[0].hash as string;
  const proved = (change: string) =>
    world.owner.query(`update proved_send_outs set ${change} where quote = $1`, [quote]);
  for (const [change, back] of [
    ["destination = 'elsewhere'", `destination = '${AWAY}'`],
    ["units = units + 1", "units = units - 1"],
    ["fee_units = fee_units - 1", "fee_units = fee_units + 1"],
    ["currency = 'BTC'", "currency = 'ETH'"],
    ["user_id = user_id - 1", "user_id = user_id + 1"],
  ] as const) {
    await proved(change);
    assert.equal(await refusal({ purpose: "send_out", id, plan }), "signer.no_proof", change);
    await proved(back);
  }
  const subject = `send_out_reserve:${quote}`;
  await world.owner.query("update proofs set spent_at = null where subject = $1", [subject]);
  assert.equal(await refusal({ purpose: "send_out", id, plan }), "signer.no_proof", "a proof that was not spent");
  await world.owner.query("update proofs set spent_at = proved_at where subject = $1", [subject]);
  assert.equal(await refusal({ purpose: "send_out", id, plan }), "signed");
});

test("the signer itself refuses while money out, the ledger or its chain is halted, and nothing else stops it", async () => {
  const { id, plan } = await aReserved();
  for (const name of ["money_out", "ledger", "ethereum_out"] as const) {
    await world.db.tx((tx) => halt(tx, { name, reason: "tried by a test" }));
    assert.equal(await refusal({ purpose: "send_out", id, plan }), "signer.halted", name);
    await world.db.tx((tx) => lift(tx, name));
  }
  for (const name of ["bitcoin_out", "new_trades", "releases"] as const)
    await world.db.tx((tx) => halt(tx, { name, reason: "tried by a test" }));
  assert.equal(await refusal({ purpose: "send_out", id, plan }), "signed");
  for (const name of ["bitcoin_out", "new_trades", "releases"] as const) await world.db.tx((tx) => lift(tx, name));
});

test("the same id and plan give the same bytes, over a restart; another plan under it is refused", async () => {
  const { id, plan } = await aReserved();
  const first = await signer.sign({ purpose: "send_out", id, plan });
  await signer.stop();
  assert.deepEqual(await signer.sign({ purpose: "send_out", id, plan }), first);
  assert.equal(await refusal({ purpose: "send_out", id, plan: { ...plan, nonce: 1001 } }), "signer.other_plan");
});

test("limits for each, for the day and for the hour count what was really signed", () => {
  const facts = { currency: "BTC", leavingUnits: 1_00000000n, userId: 7n };
  const entry = (units: bigint, atMs: number): SignedEntry => ({
    payment: "p",
    planDigest: "d",
    rawHex: "",
    txid: "",
    currency: "BTC",
    units: units.toString(),
    atMs,
  });
  const now = 200_000_000;
  const code = (work: () => void) => {
    try {
      work();
      return "allowed";
    } catch (error) {
      return error instanceof SignerRefusal ? error.code : "fault";
    }
  };
  const full = entry(LIMITS.BTC.dailyUnits, now - 1000);
  assert.equal(
    code(() => checkLimits(facts, [], now)),
    "allowed",
  );
  assert.equal(
    code(() => checkLimits({ ...facts, leavingUnits: 11_00000000n }, [], now)),
    "signer.each_cap",
  );
  assert.equal(
    code(() => checkLimits(facts, [full], now)),
    "signer.daily_cap",
  );
  assert.equal(
    code(() => checkLimits(facts, [{ ...full, atMs: now - 86_400_001 }], now)),
    "allowed",
  );
  assert.equal(
    code(() =>
      checkLimits(
        facts,
        Array.from({ length: 300 }, () => entry(1n, now - 1)),
        now,
      ),
    ),
    "signer.velocity",
  );
  assert.equal(
    code(() => checkLimits({ ...facts, currency: "XMR" }, [], now)),
    "signer.currency",
  );
  assert.equal(
    code(() => checkBitcoinFee({ feeUnits: 75_000_000n, vbytes: 200, chargedUnits: 80_000_000n })),
    "signer.fee_cap",
  );
  assert.equal(
    code(() => checkBitcoinFee({ feeUnits: 2_000n, vbytes: 200, chargedUnits: 1_999n })),
    "signer.fee_cap",
  );
});

test("an installation sets its own limits beside the seed", async () => {
  const { id, plan } = await aReserved();
  const file = join(world.config.dataDir, "signer/limits.json");
  writeFileSync(file, JSON.stringify({ ETH: { eachUnits: "9999999", dailyUnits: "9999999", perHour: 10 } }));
  await signer.stop();
  assert.equal(await refusal({ purpose: "send_out", id, plan }), "signer.each_cap");
  rmSync(file);
  await signer.stop();
  assert.equal(await refusal({ purpose: "send_out", id, plan }), "signed");
});

test("the seed's file is its owner's alone, and with a key nobody reads it without", () => {
  const plain = join(folder, "plain");
  const keys = openVault({ folder: plain, key: undefined, chain: "regtest" }).accountKeys();
  assert.equal(statSync(join(plain, "seed.json")).mode & 0o777, 0o600);
  const entropy = JSON.parse(readFileSync(join(plain, "seed.json"), "utf8")).body;
  const key = "ab".repeat(32);
  assert.deepEqual(openVault({ folder: plain, key, chain: "regtest" }).accountKeys(), keys, "it is encrypted in place");
  assert.ok(!readFileSync(join(plain, "seed.json"), "utf8").includes(entropy));
  assert.deepEqual(openVault({ folder: plain, key, chain: "regtest" }).accountKeys(), keys);
  assert.throws(() => openVault({ folder: plain, key: undefined, chain: "regtest" }), /encrypted/);
  assert.throws(() => openVault({ folder: plain, key: "cd".repeat(32), chain: "regtest" }), /does not open/);
  const other = openVault({ folder: join(folder, "other"), key: undefined, chain: "regtest" }).accountKeys();
  assert.notEqual(other.bitcoin, keys.bitcoin);
});

test("the seed's key is exchanged: the previous one opens it once more, and never after that", () => {
  const home = join(folder, "exchanged");
  const [before, key] = ["ab".repeat(32), "cd".repeat(32)];
  const open = (given: { key: string; keyBefore?: string }) =>
    openVault({ folder: home, chain: "regtest", ...given }).accountKeys();
  const keys = open({ key: before });
  assert.throws(() => open({ key, keyBefore: "ef".repeat(32) }), /does not open/);
  assert.deepEqual(open({ key, keyBefore: before }), keys);
  assert.throws(() => open({ key: before }), /does not open/);
  assert.deepEqual(open({ key }), keys);
  assert.deepEqual(open({ key, keyBefore: before }), keys, "a key that is left standing does no harm");
  assert.equal(statSync(join(home, "seed.json")).mode & 0o777, 0o600);
});

test("nothing that leaves the signer is a key, whatever it is asked", async () => {
  const home = join(folder, "asked");
  const vault = openVault({ folder: home, key: undefined, chain: "regtest" });
  const settings = {
    folder: home,
    databaseUrl: world.signerUrl,
    bitcoinChain: "regtest",
    ethereumChainId: 31_337,
    token: world.ethereum.token,
    origin: "http://localhost",
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], { stdio: "pipe" });
  let said = "";
  const hear = (chunk: Buffer) => {
    said += chunk;
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const asked = [
    { method: "account_keys" },
    { method: "seed" },
    { method: "export" },
    { method: "__proto__" },
    { method: "sign", params: { purpose: "sweep", id: "x", plan: { chain: "ethereum" } } },
    { method: "sign", params: null },
    { method: "check_password", params: {} },
  ];
  child.stdin.write(`${JSON.stringify(settings)}\n`);
  for (const [id, question] of asked.entries())
    child.stdin.write(`${JSON.stringify({ id, params: {}, ...question })}\n`);
  child.stdin.end();
  await new Promise((done) => child.once("exit", done));
  // Each as soon as it is known: in the order of the questions here.
  const lines = said
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .sort((one, other) => JSON.parse(one).id - JSON.parse(other).id);
  assert.equal(lines.length, asked.length);
  const entropy = JSON.parse(readFileSync(join(home, "seed.json"), "utf8")).body as string;
  const secrets = [entropy, hex.encode(vault.bitcoinKey({ branch: 0, index: 0 })), hex.encode(vault.ethereumKey(HOT))];
  for (const secret of secrets) assert.ok(!said.includes(secret));
  assert.ok(!/[tx]prv/.test(said));
  assert.ok(lines.slice(1).every((line) => /refusal/.test(line)));
});

test("the database holds no key, and a second signer waits for the first", async () => {
  const { rows } = await world.owner.query("select account_key from wallet_rails where account_key is not null");
  for (const { account_key } of rows) assert.match(account_key, /^[tx]pub/);
  assert.deepEqual(readdirSync(join(world.config.dataDir, "signer")).sort(), ["lock", "seed.json", "signed.jsonl"]);
  const settings = {
    folder: join(world.config.dataDir, "signer"),
    key: undefined,
    databaseUrl: world.signerUrl,
    bitcoinChain: "regtest" as const,
    ethereumChainId: 31_337,
    token: world.ethereum.token,
    origin: "http://localhost",
  };
  const second = openSigner(settings);
  const answer = second.accountKeys();
  setTimeout(() => void signer.stop(), 300);
  assert.equal(
    (await answer).ethereum,
    (await world.owner.query("select account_key from wallet_rails where chain = 'ethereum'")).rows[0].account_key,
  );
  await second.stop();
});
