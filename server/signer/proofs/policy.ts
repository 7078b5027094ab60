/**
 * The signer's own rules. It trusts no request: the amount and destination must be those of the ledger's
 * record and of what the user proved to it, fees have a cap, and our own coins go only to ourselves. Sums and counts over
 * hours and days are in limits.ts.
 */
import { HOT, type KeyPath } from "../../platform/outside/chains/chain-keys.ts";
import {
  type BitcoinPlan,
  type EthereumPlan,
  type SignRequest,
  SignerRefusal,
} from "../../platform/outside/signer/signer.ts";
import type { SendOutRecord } from "../records/ledger-record.ts";

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
  if (record.isKeptIn) throw new SignerRefusal("signer.kept_in", "nothing leaves its user's account now");
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

export function checkBitcoinFee({
  feeUnits,
  vbytes,
  chargedUnits,
}: {
  feeUnits: bigint;
  vbytes: number;
  /** Undefined where the operator pays. */
  chargedUnits: bigint | undefined;
}): void {
  if (feeUnits < 0n) throw new SignerRefusal("signer.fee", "the outputs are more than the inputs");
  if (feeUnits > BITCOIN_FEE_CAP.units || feeUnits > BITCOIN_FEE_CAP.unitsPerVbyte * BigInt(vbytes)) {
    throw new SignerRefusal("signer.fee_cap", "the network fee is beyond all reason");
  }
  if (chargedUnits !== undefined && feeUnits > chargedUnits)
    throw new SignerRefusal("signer.fee_cap", "the network fee is more than the user pays");
}

/** The fee of a move to the cold account: at most a hundredth of the amount, however often it is requested. */
export function checkColdFee({ feeUnits, movedUnits }: { feeUnits: bigint; movedUnits: bigint }): void {
  if (feeUnits * 100n > movedUnits)
    throw new SignerRefusal("signer.fee_cap", "the network fee is no use for so little");
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

/**
 * In gwei, rounded up, or in satoshi: what the operator may have to pay for this plan; the sender of ether or bitcoin pays
 * for it.
 */
export function operatorsFee({ purpose, plan }: SignRequest): bigint {
  if (plan.chain === "bitcoin") return purpose === "send_out" ? 0n : bitcoinFee(plan);
  if (purpose === "send_out" && !plan.token) return 0n;
  return (BigInt(plan.gasLimit) * BigInt(plan.maxFeePerGasWei) + WEI_PER_GWEI - 1n) / WEI_PER_GWEI;
}

export function bitcoinFee({ inputs, outputs }: BitcoinPlan): bigint {
  const sum = (parts: readonly { readonly units: string }[]) =>
    parts.reduce((units, part) => units + BigInt(part.units), 0n);
  return sum(inputs) - sum(outputs);
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
