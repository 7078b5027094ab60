// Guards: what the signer allows ends exactly where its rules say, for each rule alone.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { HOT, type KeyPath } from "../../platform/outside/chains/chain-keys.ts";
import {
  type BitcoinPlan,
  type EthereumPlan,
  SignerRefusal,
  type SignRequest,
} from "../../platform/outside/signer/signer.ts";
import type { SendOutRecord } from "../records/ledger-record.ts";
import {
  BITCOIN_FEE_CAP,
  bitcoinFacts,
  checkBitcoinFee,
  checkEthereumFee,
  checkOwnMove,
  checkRecord,
  ETHEREUM_FEE_CAP,
  ethereumFacts,
  GAS_GIFT_CAP_WEI,
  operatorsFee,
} from "./policy.ts";
import { checkLimits, checkOwnLimits, LIMITS, OWN_LIMITS, readLimits } from "./limits.ts";
import { checkNewAddress, NEW_ADDRESS } from "../addresses/new-address.ts";
import type { SignedEntry } from "../signing/signed/journal.ts";

function codeOf(work: () => unknown): string {
  try {
    work();
    return "allowed";
  } catch (error) {
    if (error instanceof SignerRefusal) return error.code;
    throw error;
  }
}

const RECORD: SendOutRecord = {
  userId: 7n,
  currency: "ETH",
  destination: "there",
  units: 100n,
  feeUnits: 7n,
  status: "pending",
  heldUnits: 107n,
  isHalted: false,
  isKeptIn: false,
  isProved: true,
  provedAgoSec: 5,
  sameBefore: [],
  priceCents: 100n,
};
const FACTS = { currency: "ETH", leavingUnits: 100n, destination: "there" };

test("a plan is allowed when each part of it is the record's, and the sum with its fee is held", () => {
  const cases: [string, Partial<SendOutRecord>, Partial<typeof FACTS>][] = [
    ["allowed", {}, {}],
    ["signer.halted", { isHalted: true }, {}],
    ["signer.kept_in", { isKeptIn: true }, {}],
    ["signer.wrong_status", { status: "broadcast" }, {}],
    ["signer.wrong_status", { status: "cancelled" }, {}],
    ["signer.currency", { currency: "USDT" }, {}],
    ["signer.destination", {}, { destination: "elsewhere" }],
    ["signer.amount", {}, { leavingUnits: 99n }],
    ["signer.amount", {}, { leavingUnits: 101n }],
    ["signer.no_proof", { isProved: false }, {}],
    ["signer.not_reserved", { heldUnits: 106n }, {}],
    ["signer.not_reserved", { heldUnits: 108n }, {}],
    ["signer.not_reserved", { heldUnits: 93n }, {}],
  ];
  for (const [code, record, facts] of cases)
    assert.equal(
      codeOf(() => checkRecord({ ...FACTS, ...facts }, { ...RECORD, ...record })),
      code,
      JSON.stringify([record, facts], (_, value) => (typeof value === "bigint" ? `${value}` : value)),
    );
  assert.equal(
    codeOf(() => checkRecord(FACTS, undefined)),
    "signer.no_record",
  );
});

const NOW = 1_800_000_000_000;
const entry = (units: bigint, agoMs: number, currency = "ETH"): SignedEntry => ({
  payment: "p",
  planDigest: "d",
  rawHex: "",
  txid: "",
  currency,
  units: units.toString(),
  atMs: NOW - agoMs,
});
const SMALL = { ETH: { eachUnits: 100n, hourlyUnits: 200n, dailyUnits: 250n, userDailyUnits: 180n, perHour: 3 } };
const HOUR = 3_600_000;
const mine = (one: SignedEntry): SignedEntry => ({ ...one, userId: "7" });

test("limits for each, an hour, a day and a user are reached by the last unit, and by nobody else's", () => {
  const cases: [string, bigint, SignedEntry[]][] = [
    ["allowed", 100n, []],
    ["signer.each_cap", 101n, []],
    ["allowed", 100n, [entry(150n, HOUR)]],
    ["signer.daily_cap", 100n, [entry(151n, HOUR)]],
    ["signer.daily_cap", 100n, [entry(151n, 86_399_999)]],
    ["allowed", 100n, [entry(151n, 86_400_000)]],
    ["allowed", 100n, [entry(151n, 1, "BTC")]],
    ["allowed", 100n, [entry(100n, 1)]],
    ["signer.hourly_cap", 100n, [entry(101n, 1)]],
    ["signer.hourly_cap", 100n, [entry(101n, HOUR - 1)]],
    ["allowed", 80n, [mine(entry(100n, HOUR))]],
    ["signer.user_cap", 81n, [mine(entry(100n, HOUR))]],
    ["signer.user_cap", 81n, [mine(entry(100n, 86_399_999))]],
    ["allowed", 81n, [mine(entry(100n, 86_400_000))]],
    ["allowed", 81n, [{ ...entry(100n, HOUR), userId: "8" }]],
    ["allowed", 1n, [entry(1n, 1), entry(1n, 2)]],
    ["signer.velocity", 1n, [entry(1n, 1), entry(1n, 2), entry(1n, HOUR - 1)]],
    ["allowed", 1n, [entry(1n, 1), entry(1n, 2), entry(1n, HOUR)]],
    ["allowed", 1n, [entry(1n, 1), entry(1n, 2), entry(0n, 3)]],
    ["allowed", 1n, [entry(1n, 1), entry(1n, 2), entry(1n, 3, "USDT")]],
  ];
  for (const [code, leavingUnits, signed] of cases)
    assert.equal(
      codeOf(() => checkLimits({ ...FACTS, userId: 7n, leavingUnits }, signed, NOW, SMALL)),
      code,
      `${leavingUnits} ${JSON.stringify(signed)}`,
    );
});

test("moves of our own are counted for an hour, and what the operator pays for the network is summed for a day", () => {
  const move = (agoMs: number, more: Partial<SignedEntry> = {}): SignedEntry => ({
    ...entry(0n, agoMs),
    payment: "sweep:p",
    feeUnits: "10",
    ...more,
  });
  const tokens = (agoMs: number) => move(agoMs, { payment: "send_out:p", units: "5", currency: "USDT" });
  const coldly = (agoMs: number) => move(agoMs, { payment: "cold:BTC-1", currency: "BTC" });
  const cases: [string, { isOwnMove: boolean; feeUnits: bigint; isBitcoin?: boolean }, SignedEntry[]][] = [
    ["allowed", { isOwnMove: true, feeUnits: 30n, isBitcoin: true }, [coldly(1)]],
    ["signer.own_fees", { isOwnMove: true, feeUnits: 31n, isBitcoin: true }, [coldly(1)]],
    ["allowed", { isOwnMove: true, feeUnits: 31n, isBitcoin: true }, [coldly(86_400_000)]],
    ["allowed", { isOwnMove: true, feeUnits: 40n, isBitcoin: true }, [move(1)]],
    ["allowed", { isOwnMove: true, feeUnits: 30n }, [coldly(1)]],
    ["signer.own_velocity", { isOwnMove: true, feeUnits: 1n, isBitcoin: true }, [coldly(1), move(2)]],
    ["allowed", { isOwnMove: true, feeUnits: 10n }, [move(1)]],
    ["signer.own_velocity", { isOwnMove: true, feeUnits: 1n }, [move(1), move(HOUR - 1, { payment: "gas:p" })]],
    ["allowed", { isOwnMove: true, feeUnits: 1n }, [move(1), move(HOUR)]],
    ["allowed", { isOwnMove: true, feeUnits: 1n }, [move(1), tokens(1)]],
    ["allowed", { isOwnMove: false, feeUnits: 10n }, [move(1), move(2)]],
    ["signer.own_fees", { isOwnMove: false, feeUnits: 11n }, [move(1), tokens(86_399_999)]],
    ["allowed", { isOwnMove: false, feeUnits: 11n }, [move(1), tokens(86_400_000)]],
    ["allowed", { isOwnMove: false, feeUnits: 30n }, [entry(100n, 1)]],
    ["signer.own_fees", { isOwnMove: false, feeUnits: 31n }, [entry(100n, 1)]],
  ];
  for (const [code, about, signed] of cases)
    assert.equal(
      codeOf(() => checkOwnLimits(about, signed, NOW, { perHour: 2, dailyFeeUnits: 30n, dailyBitcoinFeeUnits: 40n })),
      code,
      `${about.feeUnits} ${JSON.stringify(signed)}`,
    );
});

test("the operator pays for the gas of tokens and of our own moves, rounded up to whole units", () => {
  const plan: EthereumPlan = {
    ...{ chain: "ethereum", from: HOT, nonce: 0, to: "there", value: "1" },
    ...{ gasLimit: "3", maxFeePerGasWei: "1500000001", tipWei: "1" },
  };
  const feeOf = (purpose: SignRequest["purpose"], more: Partial<EthereumPlan> = {}) =>
    operatorsFee({ purpose, id: "p", plan: { ...plan, ...more } });
  assert.deepEqual(
    [
      feeOf("send_out"),
      feeOf("send_out", { token: "t" }),
      feeOf("sweep"),
      feeOf("gas"),
      feeOf("sweep", { gasLimit: "0" }),
    ],
    [0n, 5n, 5n, 5n, 0n],
  );
  assert.equal(operatorsFee({ purpose: "send_out", id: "p", plan: { chain: "bitcoin", inputs: [], outputs: [] } }), 0n);
});

test("the limits are those that users read", () => {
  assert.deepEqual(LIMITS, {
    BTC: {
      ...{ eachUnits: 1_000_000_000n, hourlyUnits: 2_000_000_000n, dailyUnits: 5_000_000_000n },
      ...{ userDailyUnits: 1_500_000_000n, perHour: 300 },
    },
    ETH: {
      ...{ eachUnits: 200_000_000_000n, hourlyUnits: 400_000_000_000n, dailyUnits: 1_000_000_000_000n },
      ...{ userDailyUnits: 300_000_000_000n, perHour: 300 },
    },
    USDT: {
      ...{ eachUnits: 500_000_000_000n, hourlyUnits: 1_000_000_000_000n, dailyUnits: 2_000_000_000_000n },
      ...{ userDailyUnits: 750_000_000_000n, perHour: 300 },
    },
  });
  assert.deepEqual(OWN_LIMITS, { perHour: 1200, dailyFeeUnits: 5_000_000_000n, dailyBitcoinFeeUnits: 1_000_000n });
  assert.deepEqual(BITCOIN_FEE_CAP, { units: 1_000_000n, unitsPerVbyte: 500n });
  assert.deepEqual(ETHEREUM_FEE_CAP, { gas: 21_000n, tokenGas: 100_000n, wei: 50_000_000_000_000_000n });
  assert.equal(GAS_GIFT_CAP_WEI, 20_000_000_000_000_000n);
});

test("limits of an installation are added to those of the other coins, and must be known and whole numbers", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-limits-"));
  try {
    assert.deepEqual(readLimits(folder), { limits: LIMITS, own: OWN_LIMITS, newAddress: NEW_ADDRESS });
    const write = (written: unknown) => writeFileSync(join(folder, "limits.json"), JSON.stringify(written));
    write({
      BTC: { eachUnits: "5", dailyUnits: "6", perHour: 7 },
      own: { dailyFeeUnits: "8" },
      newAddress: { aboveUsd: 50 },
    });
    assert.deepEqual(readLimits(folder), {
      limits: { ...LIMITS, BTC: { ...LIMITS.BTC, eachUnits: 5n, dailyUnits: 6n, perHour: 7 } },
      own: { ...OWN_LIMITS, dailyFeeUnits: 8n },
      newAddress: { ...NEW_ADDRESS, aboveUsd: 50 },
    });
    write({ BTC: { perHour: 7.5 } });
    assert.throws(() => readLimits(folder), /BTC: perHour is no whole number/);
    write({ BTC: { eachUnit: "5" } });
    assert.throws(() => readLimits(folder), /BTC: there is no limit eachUnit$/);
    write({ XMR: { eachUnits: "5" } });
    assert.throws(() => readLimits(folder), /there is no coin XMR/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const DAY_SEC = 86_400;
/** Proved a moment ago, at 2,500 dollars a coin: 225 dollars and 25 of fee. */
const RICH = { ...RECORD, units: 90_000_000n, feeUnits: 10_000_000n, sameBefore: ["before"], priceCents: 2500_00n };
const paidBefore = (agoMs: number, more: Partial<SignedEntry> = {}): SignedEntry => ({
  ...entry(800_000n, agoMs),
  payment: "send_out:before",
  destination: "there",
  userId: "7",
  provedAgoSec: 5,
  ...more,
});
const newAddressCode = (part: Partial<SendOutRecord>, signed: readonly SignedEntry[]) =>
  codeOf(() =>
    checkNewAddress(
      { ...RICH, ...part },
      { all: () => signed, find: (payment) => signed.find((one) => one.payment === payment) },
      { rule: NEW_ADDRESS, nowMs: NOW },
    ),
  );
const asText = (value: unknown) =>
  JSON.stringify(value, (_name, part) => (typeof part === "bigint" ? `${part}` : part));

test("a large sum waits a day for a new address, at the price in the tables or the signer's own floor", () => {
  const cases: [string, Partial<SendOutRecord>][] = [
    ["signer.new_address", {}],
    ["signer.new_address", { provedAgoSec: null }],
    ["signer.new_address", { provedAgoSec: DAY_SEC - 1 }],
    ["allowed", { provedAgoSec: DAY_SEC }],
    ["allowed", { priceCents: 1100_00n }],
    ["signer.new_address", { priceCents: 1100_01n }],
    ["signer.new_address", { units: 90_000_001n, priceCents: 1100_00n }],
    ["allowed", { units: 210_000_000n, priceCents: 1n }],
    ["signer.new_address", { units: 210_000_001n, priceCents: 1n }],
    ["signer.new_address", { units: 210_000_001n, priceCents: null }],
    ["allowed", { currency: "USDT", units: 122_222_222n, feeUnits: 0n, priceCents: 1n }],
    ["signer.new_address", { currency: "USDT", units: 122_222_223n, feeUnits: 0n, priceCents: 1n }],
  ];
  for (const [code, part] of cases) assert.equal(newAddressCode(part, []), code, asText(part));
  assert.deepEqual(NEW_ADDRESS, {
    ...{ aboveUsd: 110, hours: 24 },
    leastPriceCents: { BTC: 2_000_000n, ETH: 50_000n, USDT: 90n },
  });
});

test("an address is known a day after its first payment, or once a payment to it waited, for its user and coin alone", () => {
  const { destination: _, userId: __, provedAgoSec: ___, ...OLDER } = paidBefore(24 * HOUR);
  const cases: [string, SignedEntry, Partial<SendOutRecord>?][] = [
    ["signer.new_address", paidBefore(1)],
    ["signer.new_address", paidBefore(24 * HOUR - 1)],
    ["allowed", paidBefore(24 * HOUR)],
    ["signer.new_address", paidBefore(1, { provedAgoSec: DAY_SEC - 1 })],
    ["allowed", paidBefore(1, { provedAgoSec: DAY_SEC })],
    ["signer.new_address", paidBefore(1, { provedAgoSec: null })],
    ["allowed", OLDER],
    ["signer.new_address", { ...OLDER, atMs: NOW - 1 }],
    ["signer.new_address", OLDER, { sameBefore: [] }],
    ["allowed", paidBefore(24 * HOUR), { sameBefore: [] }],
    ["signer.new_address", paidBefore(24 * HOUR, { destination: "elsewhere" })],
    ["signer.new_address", paidBefore(24 * HOUR, { destination: "THERE" })],
    ["signer.new_address", paidBefore(24 * HOUR, { userId: "8" })],
    ["signer.new_address", paidBefore(24 * HOUR, { currency: "USDT" })],
  ];
  for (const [code, signed, part = {}] of cases)
    assert.equal(newAddressCode(part, [signed]), code, asText([signed, part]));
});

test("small sums to new addresses count together for a day, until an address of theirs is known", () => {
  // 40 dollars each, and 20 of them as a fee of ours.
  const small = { units: 8_000_000n, feeUnits: 8_000_000n };
  const sent = (agoMs: number, more: Partial<SignedEntry> = {}) =>
    paidBefore(agoMs, { ...entry(16_000_000n, agoMs), payment: "send_out:small", ...more });
  const cases: [string, SignedEntry[]][] = [
    ["allowed", []],
    ["allowed", [sent(1)]],
    ["signer.new_address", [sent(1), sent(2)]],
    ["signer.new_address", [sent(1, { destination: "a" }), sent(24 * HOUR - 1, { destination: "b" })]],
    ["allowed", [sent(1, { destination: "a" }), sent(24 * HOUR, { destination: "b" })]],
    ["allowed", [sent(1, { destination: "a" }), sent(2, { destination: "b", provedAgoSec: DAY_SEC })]],
    ["allowed", [sent(1, { userId: "8" }), sent(2, { currency: "USDT" }), sent(3)]],
  ];
  for (const [code, signed] of cases) assert.equal(newAddressCode(small, signed), code, asText(signed));
});

test("a bitcoin fee is refused below nothing, above either cap and above what the user pays", () => {
  const cases: [string, bigint, number, bigint][] = [
    ["allowed", 0n, 200, 0n],
    ["signer.fee", -1n, 200, 0n],
    ["allowed", 100_000n, 200, 100_000n],
    ["signer.fee_cap", 100_001n, 200, 200_000n],
    ["allowed", 1_000_000n, 2_000, 1_000_000n],
    ["signer.fee_cap", 1_000_001n, 9_000, 9_000_000n],
    ["signer.fee_cap", 100n, 200, 99n],
    ["allowed", 100n, 200, 100n],
  ];
  for (const [code, feeUnits, vbytes, chargedUnits] of cases)
    assert.equal(
      codeOf(() => checkBitcoinFee({ feeUnits, vbytes, chargedUnits })),
      code,
      `${feeUnits} ${vbytes} ${chargedUnits}`,
    );
});

const PLAN: EthereumPlan = {
  chain: "ethereum",
  from: HOT,
  nonce: 0,
  to: "there",
  value: "5000000000",
  gasLimit: "21000",
  maxFeePerGasWei: "1000000000",
  tipWei: "1",
};

test("an Ethereum fee is refused above the gas it needs, above the cap and above what the user pays", () => {
  const cases: [string, Partial<EthereumPlan>, bigint | undefined][] = [
    ["allowed", {}, 21_000n],
    ["signer.fee_cap", {}, 20_999n],
    ["allowed", {}, undefined],
    ["signer.fee_cap", { gasLimit: "21001" }, undefined],
    ["allowed", { token: "t", gasLimit: "100000" }, undefined],
    ["signer.fee_cap", { token: "t", gasLimit: "100001" }, undefined],
    ["allowed", { token: "t", gasLimit: "100000", maxFeePerGasWei: "500000000000" }, undefined],
    ["signer.fee_cap", { token: "t", gasLimit: "100000", maxFeePerGasWei: "500000000001" }, undefined],
  ];
  for (const [code, part, charged] of cases)
    assert.equal(
      codeOf(() => checkEthereumFee({ ...PLAN, ...part }, charged)),
      code,
      JSON.stringify(part),
    );
});

test("one output leaves by a bitcoin plan, and change goes to the change branch", () => {
  const out = { address: "there", units: "5" };
  const change = (branch: 0 | 1) => ({ address: "here", units: "7", path: { branch, index: 3 } });
  const plan = (...outputs: BitcoinPlan["outputs"]): BitcoinPlan => ({ chain: "bitcoin", inputs: [], outputs });
  const expected = { currency: "BTC", leavingUnits: 5n, destination: "there" };
  assert.deepEqual(bitcoinFacts(plan(out)), expected);
  assert.deepEqual(bitcoinFacts(plan(change(1), out, change(1))), expected);
  for (const wrong of [plan(), plan(change(1)), plan(out, out), plan(out, change(0))])
    assert.equal(
      codeOf(() => bitcoinFacts(wrong)),
      "signer.form",
    );
});

test("what leaves by an Ethereum plan is whole units of its coin", () => {
  assert.deepEqual(ethereumFacts(PLAN), { currency: "ETH", leavingUnits: 5n, destination: "there" });
  assert.deepEqual(ethereumFacts({ ...PLAN, token: "t", value: "17" }), {
    currency: "USDT",
    leavingUnits: 17n,
    destination: "there",
  });
  assert.equal(
    codeOf(() => ethereumFacts({ ...PLAN, value: "5000000001" })),
    "signer.amount",
  );
});

test("our own coins move from a deposit address to the hot one, and gas from the hot one to a deposit address", () => {
  const addressOf = ({ branch, index }: KeyPath) => `${branch}/${index}`;
  const deposit: KeyPath = { branch: 0, index: 4 };
  const sweep = { from: deposit, to: "1/0", toPath: HOT };
  const gas = { from: HOT, to: "0/4", toPath: deposit, value: GAS_GIFT_CAP_WEI.toString() };
  const cases: [string, SignRequest["purpose"], Partial<EthereumPlan>][] = [
    ["allowed", "sweep", sweep],
    ["allowed", "sweep", { ...sweep, token: "t" }],
    ["allowed", "sweep", { ...sweep, value: (GAS_GIFT_CAP_WEI + 1n).toString() }],
    ["signer.form", "sweep", { ...sweep, from: HOT }],
    ["signer.destination", "sweep", { ...sweep, to: "0/4" }],
    ["signer.destination", "sweep", { ...sweep, to: "0/4", toPath: deposit }],
    ["allowed", "gas", gas],
    ["signer.each_cap", "gas", { ...gas, value: (GAS_GIFT_CAP_WEI + 1n).toString() }],
    ["signer.form", "gas", { ...gas, from: deposit }],
    ["signer.form", "gas", { ...gas, from: { branch: 1, index: 1 } }],
    ["signer.form", "gas", { ...gas, from: { branch: 0, index: 0 } }],
    ["signer.form", "gas", { ...gas, token: "t" }],
    ["signer.destination", "gas", { ...gas, to: "1/0", toPath: HOT }],
    ["signer.destination", "gas", { ...gas, to: "elsewhere" }],
  ];
  for (const [code, purpose, part] of cases)
    assert.equal(
      codeOf(() => checkOwnMove({ purpose, id: "x", plan: { ...PLAN, ...part } }, addressOf)),
      code,
      JSON.stringify([purpose, part]),
    );
  const { toPath: _, ...nowhere } = gas;
  assert.equal(
    codeOf(() => checkOwnMove({ purpose: "gas", id: "x", plan: { ...PLAN, ...nowhere } }, addressOf)),
    "signer.destination",
  );
  assert.equal(
    codeOf(() =>
      checkOwnMove({ purpose: "sweep", id: "x", plan: { chain: "bitcoin", inputs: [], outputs: [] } }, addressOf),
    ),
    "signer.form",
  );
});
