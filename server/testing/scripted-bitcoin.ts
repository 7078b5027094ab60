/** A Bitcoin chain inside the test: the same acts give the same transactions and blocks, and it can lose any of them. */
import { createHash } from "node:crypto";
import { hex } from "@scure/base";
import { Transaction } from "@scure/btc-signer";
import {
  type BitcoinInput,
  type BitcoinNode,
  type BitcoinTransaction,
  type BroadcastOutcome,
  NodeSilent,
} from "../platform/outside/bitcoin-node.ts";
import { bitcoinNetwork } from "../platform/outside/chain-keys.ts";

type Block = { readonly hash: string; readonly transactions: readonly BitcoinTransaction[] };
type Paid = { readonly address: string | undefined; readonly units: bigint };

export type ScriptedBitcoin = ReturnType<typeof scriptedBitcoin>;

export function scriptedBitcoin() {
  const said = { feeRate: 20_000n as bigint | undefined, lowestFeeRate: 1_000n };
  const mood = { isSilent: false, isForgetful: false, refuses: "", shownHeight: undefined as number | undefined };
  const known = new Map<string, BitcoinTransaction & { readonly rawHex: string }>();
  let drawn = 0;
  const draw = (what: string) => createHash("sha256").update(`bitcoin ${what} ${drawn++}`).digest("hex");
  const blocks: Block[] = [{ hash: draw("block"), transactions: [] }];
  let waiting: string[] = [];

  const get = (txid: string) => {
    const found = known.get(txid);
    if (!found) throw new Error(`no transaction ${txid}`);
    return found;
  };
  const learn = (transaction: BitcoinTransaction, rawHex = `00${transaction.txid}`) => {
    known.set(transaction.txid, { ...transaction, rawHex });
    return transaction.txid;
  };
  const heightOf = (txid: string) => blocks.findIndex(({ transactions }) => transactions.some((t) => t.txid === txid));
  const spender = ({ txid, outputIndex }: BitcoinInput, among: readonly BitcoinTransaction[]) =>
    among.find(({ inputs }) => inputs.some((one) => one.txid === txid && one.outputIndex === outputIndex));
  const mined = () => blocks.flatMap(({ transactions }) => transactions);
  const isThere = (txid: string) => waiting.includes(txid) || heightOf(txid) >= 0;
  const take = (rawHex: string): BroadcastOutcome => {
    const transaction = [...known.values()].find((one) => one.rawHex === rawHex) ?? readRaw(rawHex);
    if (mood.refuses) return { outcome: "refused", reason: mood.refuses };
    if (isThere(transaction.txid)) return { outcome: "known" };
    const there = [...mined(), ...waiting.map(get)];
    const isSpendable = transaction.inputs.every((input) => isThere(input.txid) && !spender(input, there));
    if (!isSpendable) return { outcome: "refused", reason: "bad-txns-inputs-missingorspent" };
    waiting.push(learn(transaction, rawHex));
    return { outcome: "accepted" };
  };
  const tip = () => Math.min(blocks.length - 1, mood.shownHeight ?? blocks.length - 1);
  const node = nodeThat(() => mood.isSilent, {
    chain: async () => "regtest",
    height: async () => tip(),
    blockHash: async (height) => (height <= tip() ? blocks[height]?.hash : undefined),
    async block(hash) {
      const height = blocks.findIndex((block) => block.hash === hash);
      const previousHash = blocks[height - 1]?.hash;
      return { hash, height, previousHash, transactions: blocks[height]?.transactions ?? [] };
    },
    mempool: async () => [...waiting],
    async transaction(txid) {
      const height = heightOf(txid);
      if (height < 0 && !waiting.includes(txid)) return undefined;
      const confirmations = height < 0 ? 0 : blocks.length - height;
      return { ...get(txid), confirmations, blockHash: blocks[height]?.hash };
    },
    remembered: async (txid) => (mood.isForgetful ? undefined : known.get(txid)),
    isUnspent: async (input) => heightOf(input.txid) >= 0 && !spender(input, mined()),
    broadcast: async (rawHex) => take(rawHex),
    feeRate: async () => said.feeRate,
    lowestFeeRate: async () => said.lowestFeeRate,
    call: async (method) => {
      throw new Error(`nobody answers ${method}`);
    },
  });
  return {
    node,
    said,
    mood,
    height: () => blocks.length - 1,
    /** A transaction of strangers that waits for a block. */
    pay(outputs: readonly Paid[], inputs: readonly BitcoinInput[] = []): string {
      const txid = learn(transactionOf(draw("transaction"), { inputs, outputs, isCoinbase: false }));
      waiting.push(txid);
      return txid;
    },
    /** Blocks in a row; the first takes what waits, or only what is named. The reward of the first goes to `reward`. */
    mine(count = 1, { only, reward }: { only?: readonly string[]; reward?: Paid } = {}): void {
      for (let made = 0; made < count; made++) {
        const taken = made > 0 ? [] : waiting.filter((txid) => only?.includes(txid) ?? true);
        waiting = waiting.filter((txid) => !taken.includes(txid));
        const outputs = made === 0 && reward ? [reward] : [];
        const coinbase = learn(transactionOf(draw("reward"), { inputs: [], outputs, isCoinbase: true }));
        blocks.push({ hash: draw("block"), transactions: [get(coinbase), ...taken.map(get)] });
      }
    },
    /** The blocks from this height on are gone; what stood in them waits again, but for rewards and what is dropped. */
    cut(height: number, { drop = [] }: { drop?: readonly string[] } = {}): void {
      const gone = blocks.splice(height).flatMap(({ transactions }) => transactions);
      const back = gone.filter(({ isCoinbase, txid }) => !isCoinbase && !drop.includes(txid));
      waiting = [...back.map(({ txid }) => txid), ...waiting];
    },
    /** The node forgets that these wait. */
    drop(txids: readonly string[]): void {
      waiting = waiting.filter((txid) => !txids.includes(txid));
    },
    waiting: (): readonly string[] => waiting,
  };
}

function nodeThat(isSilent: () => boolean, node: BitcoinNode): BitcoinNode {
  return new Proxy(node, {
    get(target, name: keyof BitcoinNode) {
      if (isSilent()) throw new NodeSilent("the line is dead");
      return target[name];
    },
  });
}

function transactionOf(
  txid: string,
  { inputs, outputs, isCoinbase }: { inputs: readonly BitcoinInput[]; outputs: readonly Paid[]; isCoinbase: boolean },
): BitcoinTransaction {
  return { txid, inputs, isCoinbase, outputs: outputs.map((output, index) => ({ index, ...output })) };
}

function readRaw(rawHex: string): BitcoinTransaction {
  const read = Transaction.fromRaw(hex.decode(rawHex), { allowUnknownOutputs: true });
  const indexes = (length: number) => [...Array(length).keys()];
  return {
    txid: read.id,
    isCoinbase: false,
    inputs: indexes(read.inputsLength).map((position) => {
      const { txid, index } = read.getInput(position);
      return { txid: hex.encode(txid ?? new Uint8Array()), outputIndex: index ?? 0 };
    }),
    outputs: indexes(read.outputsLength).map((index) => ({
      index,
      units: read.getOutput(index).amount ?? 0n,
      address: read.getOutputAddress(index, bitcoinNetwork("regtest")),
    })),
  };
}
