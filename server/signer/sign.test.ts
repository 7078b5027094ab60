// Guards: the same plan and keys give the same bytes for ever, and bytes that say anything else are never given.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { mnemonicToSeedSync } from "@scure/bip39";
import { bitcoinAddress, ethereumAddress, HOT } from "../platform/outside/chains/chain-keys.ts";
import {
  type BitcoinPlan,
  type EthereumPlan,
  SignerRefusal,
  type SignRequest,
} from "../platform/outside/signer/signer.ts";
import type { SendOutRecord } from "./records/ledger-record.ts";
import { LIMITS, OWN_LIMITS } from "./proofs/limits.ts";
import { NEW_ADDRESS } from "./addresses/new-address.ts";
import { openSignedJournal } from "./signing/signed/journal.ts";
import { signBitcoin } from "./signing/bitcoin.ts";
import { signEthereum } from "./signing/ethereum.ts";
import { type SigningDesk, signPayment } from "./signing/payment.ts";
import { openVault, vaultOf } from "./vault.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-sign-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const SEED = mnemonicToSeedSync(
  "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
);
const vault = vaultOf(SEED, "regtest");
const TOKEN = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const FAR = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const FAR_ETHER = "0x000000000000000000000000000000000000bEEF";
const CHANGE = bitcoinAddress(vault.accountKeys().bitcoin, { branch: 1, index: 2 }, "regtest");

const BITCOIN: BitcoinPlan = {
  chain: "bitcoin",
  inputs: [
    { txid: "11".repeat(32), outputIndex: 1, units: "70000", path: { branch: 0, index: 3 } },
    { txid: "22".repeat(32), outputIndex: 0, units: "5000", path: { branch: 1, index: 0 } },
  ],
  outputs: [
    { address: FAR, units: "60000" },
    { address: CHANGE, units: "14000", path: { branch: 1, index: 2 } },
  ],
};
const ETHER: EthereumPlan = {
  chain: "ethereum",
  from: HOT,
  nonce: 7,
  to: FAR_ETHER,
  value: "10000000000",
  gasLimit: "21000",
  maxFeePerGasWei: "3000000000",
  tipWei: "2000000000",
};
const TOKENS: EthereumPlan = { ...ETHER, token: TOKEN, value: "2500000", gasLimit: "100000" };
const about = { chainId: 31_337, token: TOKEN };

test("a bitcoin plan gives these bytes", () => {
  const { txid, feeUnits, vbytes, rawHex } = signBitcoin(BITCOIN, vault, "regtest");
  assert.deepEqual({ txid, feeUnits, vbytes }, BITCOIN_SAYS);
  // Each input may be replaced by one that pays more.
  assert.equal(rawHex.split("fdffffff").length - 1, 2);
});

const BITCOIN_SAYS = {
  txid: "323acf215ca63b7b1ec11f2c9aad733315b78463295d9523233636a3cbdc5393",
  feeUnits: 1_000n,
  vbytes: 209,
};

test("change to an address that is not the one of its path is not signed", () => {
  const outputs = [BITCOIN.outputs[0], { address: FAR, units: "14000", path: { branch: 1, index: 2 } }] as const;
  assert.throws(
    () => signBitcoin({ ...BITCOIN, outputs: outputs.flatMap((one) => one ?? []) }, vault, "regtest"),
    (error) => error instanceof SignerRefusal && error.code === "signer.destination",
  );
});

test("ether and token plans give these transactions, and zeros are nothing strange", async () => {
  const plans = [ETHER, TOKENS, { ...ETHER, nonce: 0 }, { ...ETHER, value: "0" }, { ...ETHER, tipWei: "0" }];
  const txids = await Promise.all(plans.map(async (plan) => (await signEthereum(plan, vault, about)).txid));
  assert.deepEqual(txids, ETHEREUM_TXIDS);
});

const ETHEREUM_TXIDS = [
  "0x802bf5626251953ca794e31a0ca5c4315cfe0369d26a699774af8b0cc68ed943",
  "0x34cf6e4e6546b1ffb9fd04c82ae881279d1c9976a627d3df62728845e7ea3bd7",
  "0xaae0c04bf397a15ae4d082e1d9a3766003e238ac99cabcc47d2809dd930ae970",
  "0xe9ca2cc3c0c258530a1bae7b90dfc3af10be37c8eac61ba07ef5e32db5f0409a",
  "0xefd40a1f482ee9623991e5200167be2a69c390fa0362b33352c650fb5e6ed8f2",
];

test("another token, and an address that was not checked, are not signed", async () => {
  const code = async (plan: EthereumPlan) =>
    signEthereum(plan, vault, about).then(
      () => "signed",
      (error) => (error instanceof SignerRefusal ? error.code : "fault"),
    );
  assert.equal(await code({ ...TOKENS, token: FAR_ETHER }), "signer.token");
  assert.equal(await code({ ...ETHER, to: FAR_ETHER.toLowerCase() }), "signer.form");
});

const RECORD: SendOutRecord = {
  userId: 7n,
  currency: "ETH",
  destination: FAR_ETHER,
  units: 10n,
  feeUnits: 63_000n,
  status: "pending",
  heldUnits: 63_010n,
  isHalted: false,
  isKeptIn: false,
  isProved: true,
  provedAgoSec: 5,
  sameBefore: [],
  priceCents: 100n,
};

function deskWith(records: Record<string, SendOutRecord>, name: string): SigningDesk & { now: number } {
  const desk = {
    vault,
    journal: openSignedJournal(mkdtempSync(join(folder, name))),
    records: { findSendOut: async (hash: string) => records[hash], close: async () => undefined },
    bitcoinChain: "regtest" as const,
    ethereumChainId: about.chainId,
    token: TOKEN,
    cold: {},
    limits: LIMITS,
    own: OWN_LIMITS,
    newAddress: NEW_ADDRESS,
    coverage: { assertCovered: async () => undefined },
    now: 1_800_000_000_000,
    nowMs: () => desk.now,
  };
  return desk;
}

const codeOf = (desk: SigningDesk, request: SignRequest) =>
  signPayment(desk, request).then(
    () => "signed",
    (error) => (error instanceof SignerRefusal ? error.code : `fault: ${error.message}`),
  );

test("each kind of payment is signed from where it starts, and counts when it leaves us", async () => {
  const keys = vault.accountKeys();
  const deposit = { branch: 0, index: 5 } as const;
  const [hotAddress, depositAddress] = [ethereumAddress(keys.ethereum, HOT), ethereumAddress(keys.ethereum, deposit)];
  const bitcoinRecord = { ...RECORD, currency: "BTC" as const, destination: FAR, units: 60_000n, feeUnits: 1_000n };
  const desk = deskWith(
    {
      ether: RECORD,
      low: { ...RECORD, feeUnits: 62_999n, heldUnits: 63_009n },
      tokens: { ...RECORD, currency: "USDT", units: 2_500_000n, feeUnits: 1n, heldUnits: 2_500_001n },
      coins: { ...bitcoinRecord, heldUnits: 61_000n },
      cheap: { ...bitcoinRecord, feeUnits: 999n, heldUnits: 60_999n },
    },
    "kinds",
  );
  const sendOut = (id: string, plan: SignRequest["plan"]) => codeOf(desk, { purpose: "send_out", id, plan });
  assert.equal(await sendOut("low", ETHER), "signer.fee_cap");
  assert.equal(await sendOut("ether", { ...ETHER, from: deposit }), "signer.form");
  assert.equal(await sendOut("ether", ETHER), "signed");
  assert.equal(await sendOut("ether", { ...ETHER, nonce: 8 }), "signer.other_plan");
  assert.equal(await sendOut("ether", ETHER), "signed");
  assert.equal(await sendOut("tokens", TOKENS), "signed");
  assert.equal(await sendOut("cheap", BITCOIN), "signer.fee_cap");
  assert.equal(await sendOut("coins", BITCOIN), "signed");
  assert.equal(await sendOut("nobody", ETHER), "signer.no_record");
  const sweep = { ...ETHER, from: deposit, to: hotAddress, toPath: HOT };
  const gas = { ...ETHER, to: depositAddress, toPath: deposit };
  assert.equal(await codeOf(desk, { purpose: "sweep", id: "s", plan: sweep }), "signed");
  assert.equal(await codeOf(desk, { purpose: "gas", id: "g", plan: gas }), "signed");
  assert.equal(
    await codeOf(desk, { purpose: "sweep", id: "t", plan: { ...sweep, to: FAR_ETHER } }),
    "signer.destination",
  );
  assert.equal(await codeOf(desk, { purpose: "sweep", id: "b", plan: BITCOIN }), "signer.form");
  assert.deepEqual(
    desk.journal.all().map(({ payment, currency, units, atMs }) => [payment, currency, units, atMs]),
    [
      ["send_out:ether", "ETH", "10", 1_800_000_000_000],
      ["send_out:tokens", "USDT", "2500000", 1_800_000_000_000],
      ["send_out:coins", "BTC", "60000", 1_800_000_000_000],
      ["sweep:s", "ETH", "0", 1_800_000_000_000],
      ["gas:g", "ETH", "0", 1_800_000_000_000],
    ],
  );
});

const NO_LIMITS = {
  ...{ eachUnits: 100n, hourlyUnits: 100n, dailyUnits: 100n, userDailyUnits: 100n, perHour: 300 },
};

test("what is signed is remembered with whose it was, whom it went to and what the operator pays", async () => {
  const tokens = { ...RECORD, currency: "USDT" as const, units: 2_500_000n, feeUnits: 1n, heldUnits: 2_500_001n };
  const desk = deskWith({ one: RECORD, two: RECORD, tokens }, "user");
  const limited = { ...desk, limits: { ...LIMITS, ETH: { ...NO_LIMITS, userDailyUnits: 10n } } };
  const ask = (id: string, plan = ETHER) => codeOf(limited, { purpose: "send_out", id, plan });
  assert.equal(await ask("one"), "signed");
  assert.equal(await ask("two"), "signer.user_cap");
  assert.equal(await ask("tokens", TOKENS), "signed");
  const [first, second] = desk.journal.all();
  assert.deepEqual([first?.userId, first?.destination, first?.feeUnits], ["7", FAR_ETHER, undefined]);
  assert.equal(second?.feeUnits, "300000");
  assert.equal(
    await codeOf({ ...limited, own: { ...OWN_LIMITS, perHour: 0 } }, { purpose: "sweep", id: "s", plan: ownSweep() }),
    "signer.own_velocity",
  );
  const poor = { ...limited, own: { ...OWN_LIMITS, dailyFeeUnits: 300_000n } };
  assert.equal(await codeOf(poor, { purpose: "sweep", id: "s", plan: ownSweep() }), "signer.own_fees");
});

function ownSweep(): EthereumPlan {
  const to = ethereumAddress(vault.accountKeys().ethereum, HOT);
  return { ...ETHER, from: { branch: 0, index: 5 }, to, toPath: HOT };
}

test("the daily limit counts the signatures of one day", async () => {
  const desk = deskWith({ one: RECORD, two: RECORD, three: RECORD }, "day");
  const limited = {
    ...desk,
    limits: { ETH: { ...NO_LIMITS, dailyUnits: 10n } },
    nowMs: () => desk.now,
  };
  const ask = (id: string) => codeOf(limited, { purpose: "send_out", id, plan: ETHER });
  assert.equal(await ask("one"), "signed");
  desk.now += 86_399_999;
  assert.equal(await ask("two"), "signer.daily_cap");
  desk.now += 1;
  assert.equal(await ask("two"), "signed");
  assert.equal(await ask("three"), "signer.daily_cap");
});

test("a signed payment is found again after a crash in the middle of a line", () => {
  const home = mkdtempSync(join(folder, "journal"));
  const path = join(home, "signed.jsonl");
  const made = {
    payment: "p",
    planDigest: "d",
    rawHex: "00",
    txid: "t",
    currency: "ETH",
    units: "ä".length.toString(),
    atMs: 5,
  };
  const first = openSignedJournal(home);
  first.add(made);
  first.add({ ...made, payment: "q", atMs: 6 });
  assert.deepEqual(first.find("q"), { ...made, payment: "q", atMs: 6 });
  const whole = readFileSync(path, "utf8");
  writeFileSync(path, `${whole}{"payment":"r`);
  const second = openSignedJournal(home);
  assert.equal(readFileSync(path, "utf8"), whole);
  assert.deepEqual(second.find("p"), made);
  assert.equal(second.find("r"), undefined);
  assert.deepEqual(
    second.all().map(({ payment }) => payment),
    ["p", "q"],
  );
});

test("a seed of a version that is not known is not opened, and each chain has its own keys", () => {
  const home = join(folder, "vault");
  const plain = openVault({ folder: home, key: undefined, chain: "main" }).accountKeys();
  const elsewhere = openVault({ folder: home, key: undefined, chain: "signet" }).accountKeys();
  assert.ok(plain.bitcoin.startsWith("xpub") && elsewhere.bitcoin.startsWith("tpub"));
  assert.equal(plain.ethereum, elsewhere.ethereum);
  const path = join(home, "seed.json");
  const file = JSON.parse(readFileSync(path, "utf8"));
  assert.deepEqual({ ...file, body: file.body.length }, { version: 1, cipher: "none", nonce: "", tag: "", body: 64 });
  openVault({ folder: home, key: "ab".repeat(32), chain: "main" });
  const closed = JSON.parse(readFileSync(path, "utf8"));
  assert.deepEqual(
    [closed.version, closed.cipher, closed.nonce.length, closed.tag.length, closed.body.length],
    [1, "aes-256-gcm", 24, 32, 64],
  );
  writeFileSync(path, JSON.stringify({ ...file, version: 2 }));
  assert.throws(() => openVault({ folder: home, key: undefined, chain: "main" }), /of a version/);
});
