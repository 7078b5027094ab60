/**
 * Finds out why a node refuses a Bitcoin payment: goes back from its inputs through the transactions that made them to
 * those that are in the chain. What is missing and valid can be shown again; what lost its own inputs never returns.
 */
import type { Db } from "../../../platform/postgres/db.ts";
import type { BitcoinInput, BitcoinNode, BitcoinTransaction } from "../../../platform/outside/chains/bitcoin-node.ts";
import type { Finding } from "../payments/stuck.ts";
import { keptBitcoinPayment } from "../payments/rows.ts";

export type Trace = {
  /** Undefined when every input exists or can exist again. */
  readonly finding: Finding | undefined;
  /** Bytes of missing transactions, those that others spend first. */
  readonly missing: readonly string[];
};

/** No mempool keeps a longer chain of waiting transactions. */
const LONGEST_LINE = 25;

/** The inputs of a transaction that is in no block: whatever spends one of them there is another. */
export async function traceInputs(db: Db, node: BitcoinNode, inputs: readonly BitcoinInput[]): Promise<Trace> {
  const missing: string[] = [];
  const walked = new Map<string, Finding | undefined>();
  const walk = async (input: BitcoinInput, generation: number): Promise<Finding | undefined> => {
    const making = await node.transaction(input.txid);
    const name = `${input.txid}:${input.outputIndex}`;
    if (making && making.confirmations > 0) {
      return (await node.isUnspent(input))
        ? undefined
        : { kind: "lost", why: `${name} is spent by another transaction` };
    }
    if (making || walked.has(input.txid)) return walked.get(input.txid);
    const finding = await walkMissing(input.txid, generation);
    walked.set(input.txid, finding);
    return finding;
  };
  const walkMissing = async (txid: string, generation: number): Promise<Finding | undefined> => {
    const known = await rememberedBy(db, node, txid);
    if (!known || generation > LONGEST_LINE) return { kind: "unclear", why: `${txid} is gone and not to be had` };
    if (known.isCoinbase) return { kind: "lost", why: `${txid} was the reward of a block that is gone` };
    const finding = await worst(known.inputs, (input) => walk(input, generation + 1));
    if (!finding) missing.push(known.rawHex);
    return finding;
  };
  const finding = await worst(inputs, (input) => walk(input, 1));
  return { finding, missing };
}

/** One lost input is enough to lose the whole; one that is unclear leaves it unclear. */
async function worst(
  inputs: readonly BitcoinInput[],
  walk: (input: BitcoinInput) => Promise<Finding | undefined>,
): Promise<Finding | undefined> {
  let found: Finding | undefined;
  for (const input of inputs) {
    const finding = await walk(input);
    if (finding?.kind === "lost") return finding;
    found ??= finding;
  }
  return found;
}

/** Our own payments are stored, because a node forgets transactions that it dropped. */
async function rememberedBy(
  db: Db,
  node: BitcoinNode,
  txid: string,
): Promise<(Pick<BitcoinTransaction, "inputs" | "isCoinbase"> & { rawHex: string }) | undefined> {
  const own = await db.read((tx) => keptBitcoinPayment(tx, txid));
  if (own) return { rawHex: own.raw_hex, inputs: own.plan.inputs, isCoinbase: false };
  return node.remembered(txid);
}
