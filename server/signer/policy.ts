/**
 * The signer's own rules. It trusts nothing that it is told: the amount and destination must be those of the ledger's
 * record and of what the user proved to it, sums per day and counts per hour have an end, fees have a cap, and our own
 * coins go only to ourselves.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HOT, type KeyPath } from "../platform/outside/chain-keys.ts";
import { type BitcoinPlan, type EthereumPlan, type SignRequest, SignerRefusal } from "../platform/outside/signer.ts";
import type { SendOutRecord } from "./ledger-record.ts";
import type { SignedEntry } from "./signed-journal.ts";

/** Per currency, in the ledger's units. */
export type Limits = { readonly eachUnits: bigint; readonly dailyUnits: bigint; readonly perHour: number };

export const LIMITS: Readonly<Record<string, Limits>> = {
  BTC: { eachUnits: 10_00000000n, dailyUnits: 50_00000000n, perHour: 300 },
  ETH: { eachUnits: 200_000000000n, dailyUnits: 1000_000000000n, perHour: 300 },
  USDT: { eachUnits: 500_000_000000n, dailyUnits: 2_000_000_000000n, perHour: 300 },
};

/**
 * The limits of this installation: those above, or what `limits.json` beside the seed says for a currency, as
 * {"BTC": {"eachUnits": "1000000000", "dailyUnits": "5000000000", "perHour": 300}}. Nobody but the signer reads it.
 */
export function readLimits(folder: string): Readonly<Record<string, Limits>> {
  const path = join(folder, "limits.json");
  if (!existsSync(path)) return LIMITS;
  const written: Record<string, { eachUnits: string; dailyUnits: string; perHour: number }> = JSON.parse(
    readFileSync(path, "utf8"),
  );
  const read = Object.entries(written).map(([code, { eachUnits, dailyUnits, perHour }]) => {
    if (!Number.isInteger(perHour)) throw new Error(`${path}: perHour of ${code} is no whole number`);
    return [code, { eachUnits: BigInt(eachUnits), dailyUnits: BigInt(dailyUnits), perHour }] as const;
  });
  return { ...LIMITS, ...Object.fromEntries(read) };
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const WEI_PER_GWEI = 1_000_000_000n;
/** A hundredth of a bitcoin, and five hundred satoshi a virtual byte: beyond that a fee is a mistake. */
export const BITCOIN_FEE_CAP = { units: 1_000_000n, unitsPerVbyte: 500n };
export const ETHEREUM_FEE_CAP = { gas: 21_000n, tokenGas: 100_000n, wei: 50_000_000_000_000_000n };
/** The most ether that one of our own addresses gets for moving its tokens. */
export const GAS_GIFT_CAP_WEI = 20_000_000_000_000_000n;

export type PlanFacts = {
  readonly currency: string;
  readonly leavingUnits: bigint;
  readonly destination: string | undefined;
};

/** Refuses a plan that differs from the ledger's record. */
export function checkRecord(facts: PlanFacts, record: SendOutRecord | undefined): void {
  if (!record) throw new SignerRefusal("signer.no_record", "the ledger has no such send-out");
  if (record.isHalted) throw new SignerRefusal("signer.halted", "sending money out is halted");
  if (record.status !== "pending") throw new SignerRefusal("signer.wrong_status", `the send-out is ${record.status}`);
  if (record.currency !== facts.currency)
    throw new SignerRefusal("signer.currency", "the record names another currency");
  if (record.destination !== facts.destination) {
    throw new SignerRefusal("signer.destination", "the record names another destination");
  }
  if (record.units !== facts.leavingUnits) throw new SignerRefusal("signer.amount", "the record names another amount");
  if (record.heldUnits !== record.units + record.feeUnits) {
    throw new SignerRefusal("signer.not_reserved", "the amount and fee are not held in the ledger");
  }
  if (!record.isProved) throw new SignerRefusal("signer.no_proof", "its user has not proved this send-out");
}

/** Refuses past the limits for each, for the last day and for the last hour, measured on what was really signed. */
export function checkLimits(
  { currency, leavingUnits }: PlanFacts,
  signed: readonly SignedEntry[],
  nowMs: number,
  limits = LIMITS,
): void {
  const limit = limits[currency];
  if (!limit) throw new SignerRefusal("signer.currency", `no limits are set for ${currency}`);
  if (leavingUnits > limit.eachUnits) throw new SignerRefusal("signer.each_cap", "above the limit for one send-out");
  const leaving = signed.filter((entry) => entry.currency === currency && entry.units !== "0");
  const today = leaving
    .filter((entry) => entry.atMs > nowMs - DAY_MS)
    .reduce((sum, entry) => sum + BigInt(entry.units), 0n);
  if (today + leavingUnits > limit.dailyUnits)
    throw new SignerRefusal("signer.daily_cap", "above the limit for one day");
  if (leaving.filter((entry) => entry.atMs > nowMs - HOUR_MS).length >= limit.perHour) {
    throw new SignerRefusal("signer.velocity", "too many send-outs within an hour");
  }
}

export function checkBitcoinFee({
  feeUnits,
  vbytes,
  chargedUnits,
}: {
  feeUnits: bigint;
  vbytes: number;
  chargedUnits: bigint;
}): void {
  if (feeUnits < 0n) throw new SignerRefusal("signer.fee", "the outputs are more than the inputs");
  if (feeUnits > BITCOIN_FEE_CAP.units || feeUnits > BITCOIN_FEE_CAP.unitsPerVbyte * BigInt(vbytes)) {
    throw new SignerRefusal("signer.fee_cap", "the network fee is beyond all reason");
  }
  if (feeUnits > chargedUnits) throw new SignerRefusal("signer.fee_cap", "the network fee is more than the user pays");
}

/** `chargedUnits` is undefined where the operator pays: sweeps, gas, and the gas of tokens. */
export function checkEthereumFee(plan: EthereumPlan, chargedUnits: bigint | undefined): void {
  const gas = BigInt(plan.gasLimit);
  const mostWei = gas * BigInt(plan.maxFeePerGasWei);
  if (gas > (plan.token ? ETHEREUM_FEE_CAP.tokenGas : ETHEREUM_FEE_CAP.gas) || mostWei > ETHEREUM_FEE_CAP.wei) {
    throw new SignerRefusal("signer.fee_cap", "the network fee is beyond all reason");
  }
  if (chargedUnits !== undefined && mostWei > chargedUnits * WEI_PER_GWEI) {
    throw new SignerRefusal("signer.fee_cap", "the network fee is more than the user pays");
  }
}

/** What leaves us by this plan, in the ledger's units. Refuses plans that are not of the one allowed form. */
export function bitcoinFacts(plan: BitcoinPlan): PlanFacts {
  const leaving = plan.outputs.filter((output) => output.path === undefined);
  const [only] = leaving;
  if (!only || leaving.length !== 1) throw new SignerRefusal("signer.form", "exactly one output may leave");
  if (plan.outputs.some((output) => output.path && output.path.branch !== 1)) {
    throw new SignerRefusal("signer.form", "change goes to the change branch");
  }
  return { currency: "BTC", leavingUnits: BigInt(only.units), destination: only.address };
}

export function ethereumFacts(plan: EthereumPlan): PlanFacts {
  if (plan.token) return { currency: "USDT", leavingUnits: BigInt(plan.value), destination: plan.to };
  const wei = BigInt(plan.value);
  if (wei % WEI_PER_GWEI !== 0n) throw new SignerRefusal("signer.amount", "the amount is not of whole units");
  return { currency: "ETH", leavingUnits: wei / WEI_PER_GWEI, destination: plan.to };
}

/** Our own coins: a sweep goes from a deposit address to the hot one, gas from the hot one to a deposit address. */
export function checkOwnMove({ purpose, plan }: SignRequest, addressOf: (path: KeyPath) => string): void {
  if (plan.chain !== "ethereum") throw new SignerRefusal("signer.form", "bitcoin is not swept");
  const target = purpose === "sweep" ? HOT : plan.toPath;
  const startsRight = purpose === "sweep" ? plan.from.branch === 0 : isHot(plan.from) && !plan.token;
  if (!startsRight) throw new SignerRefusal("signer.form", `this is not where a ${purpose} starts`);
  if (!target || (purpose === "gas" && target.branch !== 0) || plan.to !== addressOf(target)) {
    throw new SignerRefusal("signer.destination", `a ${purpose} goes to one of our own addresses`);
  }
  if (purpose === "gas" && BigInt(plan.value) > GAS_GIFT_CAP_WEI) {
    throw new SignerRefusal("signer.each_cap", "too much for gas");
  }
}

function isHot({ branch, index }: KeyPath): boolean {
  return branch === HOT.branch && index === HOT.index;
}
