/**
 * Signs one payment, once: the same id and plan give the same bytes for ever, the same id with another plan is refused.
 * The order matters: checks, signature, the journal on the disk, and only then the answer.
 */
import { createHash } from "node:crypto";
import {
  type BitcoinChain,
  bitcoinAddress,
  ethereumAddress,
  type KeyPath,
} from "../../platform/outside/chains/chain-keys.ts";
import {
  type BitcoinPlan,
  type ColdAccount,
  type EthereumPlan,
  type Signed,
  SignerRefusal,
  type SignRequest,
} from "../../platform/outside/signer/signer.ts";
import { checkColdMove } from "./cold-moves.ts";
import type { Coverage } from "../records/coverage.ts";
import type { LedgerRecords, SendOutRecord } from "../records/ledger-record.ts";
import { checkLimits, checkOwnLimits, type Limits, type OwnLimits } from "../proofs/limits.ts";
import { checkNewAddress, type NewAddressRule } from "../addresses/new-address.ts";
import {
  bitcoinFacts,
  bitcoinFee,
  checkBitcoinFee,
  checkColdFee,
  checkEthereumFee,
  checkOwnMove,
  checkRecord,
  ethereumFacts,
  operatorsFee,
  type PlanFacts,
} from "../proofs/policy.ts";
import { signBitcoin } from "./bitcoin.ts";
import { signEthereum } from "./ethereum.ts";
import type { SignedJournal } from "./signed/journal.ts";
import type { Vault } from "../vault.ts";

export type SigningDesk = {
  readonly vault: Vault;
  readonly journal: SignedJournal;
  readonly records: LedgerRecords;
  readonly bitcoinChain: BitcoinChain;
  readonly ethereumChainId: number;
  readonly token: string;
  /** Of the signer's own settings, and of nothing else. */
  readonly cold: ColdAccount;
  readonly limits: Limits;
  readonly own: OwnLimits;
  readonly newAddress: NewAddressRule;
  readonly coverage: Coverage;
  /** The machine's own clock; the database's word on time is not taken. */
  readonly nowMs: () => number;
};

/** Refuses with SignerRefusal whatever the policy or the ledger's record does not allow. */
export async function signPayment(desk: SigningDesk, request: SignRequest): Promise<Signed> {
  const payment = `${request.purpose}:${request.id}`;
  const planDigest = createHash("sha256").update(JSON.stringify(request.plan)).digest("hex");
  const before = desk.journal.find(payment);
  if (before && before.planDigest === planDigest) return { rawHex: before.rawHex, txid: before.txid };
  if (before) throw new SignerRefusal("signer.other_plan", "another payment was signed under this id");

  const { plan } = request;
  const facts = plan.chain === "bitcoin" ? bitcoinFacts(plan) : ethereumFacts(plan);
  const record = request.purpose === "send_out" ? await approvedRecord(desk, request.id, facts) : undefined;
  if (!record) checkOwn(desk, request);
  if (record && plan.chain === "ethereum" && plan.from.branch !== 1) {
    throw new SignerRefusal("signer.form", "send-outs leave from the hot address");
  }
  const feeUnits = operatorsFee(request);
  const isBitcoin = plan.chain === "bitcoin";
  checkOwnLimits({ isOwnMove: !record, feeUnits, isBitcoin }, desk.journal.all(), desk.nowMs(), desk.own);
  if (record) await desk.coverage.assertCovered(plan, record.currency);

  const signed =
    plan.chain === "bitcoin" ? signBitcoinWithin(desk, plan, record) : await signEthereumWithin(desk, plan, record);

  const units = record ? facts.leavingUnits.toString() : "0";
  const about = record && {
    userId: record.userId.toString(),
    destination: record.destination,
    provedAgoSec: record.provedAgoSec,
  };
  const fee = feeUnits > 0n ? { feeUnits: feeUnits.toString() } : {};
  const where = plan.chain === "ethereum" ? { from: ownEthereumAddress(desk, plan.from) } : coldIndexOf(plan);
  desk.journal.add({
    payment,
    planDigest,
    ...signed,
    currency: facts.currency,
    units,
    ...about,
    ...fee,
    ...where,
    atMs: desk.nowMs(),
  });
  return signed;
}

/** Our own coins go to ourselves, or to the cold account. */
function checkOwn(desk: SigningDesk, request: SignRequest): void {
  if (request.purpose === "cold") checkColdMove(request.plan, desk);
  else checkOwnMove(request, (path) => ownEthereumAddress(desk, path));
}

const coldIndexOf = ({ coldIndex }: BitcoinPlan) => (coldIndex === undefined ? {} : { coldIndex });

async function approvedRecord(desk: SigningDesk, hash: string, facts: PlanFacts): Promise<SendOutRecord> {
  const record = await desk.records.findSendOut(hash);
  checkRecord(facts, record);
  if (!record) throw new Error("an absent record passed its check");
  checkNewAddress(record, desk.journal, { rule: desk.newAddress, nowMs: desk.nowMs() });
  checkLimits({ ...facts, userId: record.userId }, desk.journal.all(), desk.nowMs(), desk.limits);
  return record;
}

function signBitcoinWithin(desk: SigningDesk, plan: BitcoinPlan, record: SendOutRecord | undefined): Signed {
  const change = plan.outputs.find((output) => output.path);
  const { bitcoin } = desk.vault.accountKeys();
  if (change?.path && change.address !== bitcoinAddress(bitcoin, change.path, desk.bitcoinChain)) {
    throw new SignerRefusal("signer.destination", "the change address is not ours");
  }
  if (!record) checkColdFee({ feeUnits: bitcoinFee(plan), movedUnits: bitcoinFacts(plan).leavingUnits });
  const { feeUnits, vbytes, ...signed } = signBitcoin(plan, desk.vault, desk.bitcoinChain);
  checkBitcoinFee({ feeUnits, vbytes, chargedUnits: record?.feeUnits });
  return signed;
}

async function signEthereumWithin(
  desk: SigningDesk,
  plan: EthereumPlan,
  record: SendOutRecord | undefined,
): Promise<Signed> {
  checkEthereumFee(plan, record && !plan.token ? record.feeUnits : undefined);
  return await signEthereum(plan, desk.vault, { chainId: desk.ethereumChainId, token: desk.token });
}

function ownEthereumAddress(desk: SigningDesk, path: KeyPath): string {
  return ethereumAddress(desk.vault.accountKeys().ethereum, path);
}
