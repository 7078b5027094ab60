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
} from "../../../platform/outside/chains/bitcoin-node.ts";
import { bitcoinNetwork } from "../../../platform/outside/chains/chain-keys.ts";

type Block = { readonly hash: string; readonly transactions: readonly BitcoinTransaction[] };
type Paid = { readonly address: string | undefined; readonly units: bigint };

export function scriptedBitcoin() {
  const said = { feeRate: 20_000n as bigint | undefined, lowestFeeRate: 1_000n };
  const mood = { isSilent: false, isForgetful: false, refuses: "", shownHeight: undefined as number | undefined };
  let drawn = 0;
  const draw = (what: string) => createHash("sha256").update(`bitcoin ${what} ${drawn++}`).digest("hex");
  const chain = chainOf(draw("block"));
  const { blocks, learn, get } = chain;
  const node = nodeThat(() => mood.isSilent, {
    ...looking(chain, () => Math.min(blocks.length - 1, mood.shownHeight ?? blocks.length - 1)),
    remembered: async (txid) => (mood.isForgetful ? undefined : chain.known.get(txid)),
    broadcast: async (rawHex) => (mood.refuses ? { outcome: "refused", reason: mood.refuses } : chain.take(rawHex)),
    feeRate: async () => said.feeRate,
    lowestFeeRate: async () => said.lowestFeeRate,
  });
  return {
    node,
    said,
    mood,
    height: () => blocks.length - 1,
    /** A transaction of strangers that waits for a block. */
    pay(outputs: readonly Paid[], inputs: readonly BitcoinInput[] = []): string {
      const txid = learn(transactionOf(draw("transaction"), { inputs, outputs, isCoinbase: false }));
      chain.waiting.push(txid);
      return txid;
    },
    /** Blocks in a row; the first takes what waits, or only what is named. The reward of the first goes to `reward`. */
    mine(count = 1, { only, reward }: { only?: readonly string[]; reward?: Paid } = {}): void {
      for (let made = 0; made < count; made++) {
        const taken = made > 0 ? [] : chain.waiting.filter((txid) => only?.includes(txid) ?? true);
        chain.waiting = chain.waiting.filter((txid) => !taken.includes(txid));
        const outputs = made === 0 && reward ? [reward] : [];
        const coinbase = learn(transactionOf(draw("reward"), { inputs: [], outputs, isCoinbase: true }));
        blocks.push({ hash: draw("block"), transactions: [get(coinbase), ...taken.map(get)] });
      }
    },
    /** The blocks from this height on are gone; their transactions wait again, except rewards and dropped ones. */
    cut(height: number, { drop = [] }: { drop?: readonly string[] } = {}): void {
      const gone = blocks.splice(height).flatMap(({ transactions }) => transactions);
      const back = gone.filter(({ isCoinbase, txid }) => !isCoinbase && !drop.includes(txid));
      chain.waiting = [...back.map(({ txid }) => txid), ...chain.waiting];
    },
    /** The node forgets that these wait. */
    drop(txids: readonly string[]): void {
      chain.waiting = chain.waiting.filter((txid) => !txids.includes(txid));
    },
    waiting: (): readonly string[] => chain.waiting,
    /** Whether anything that waits or is in a block spends an output of this transaction. */
    isSpent: (txid: string): boolean =>
      [...chain.mined(), ...chain.waiting.map(get)].some(({ inputs }) => inputs.some((input) => input.txid === txid)),
    /** What the market's own transactions, waiting or in a block, pay to these addresses, and what each gives the network. */
    shown: (addresses: readonly string[]) =>
      chain.taken.filter(chain.isThere).flatMap((txid) => {
        const { inputs, outputs } = get(txid);
        const sum = (units: readonly bigint[]) => units.reduce((total, one) => total + one, 0n);
        const spent = inputs.map((input) => get(input.txid).outputs[input.outputIndex]?.units ?? 0n);
        const feeUnits = sum(spent) - sum(outputs.map(({ units }) => units));
        return outputs.flatMap(({ address, units }) =>
          address && addresses.includes(address) ? [{ txid, address, units, feeUnits }] : [],
        );
      }),
  };
}

type Chain = ReturnType<typeof chainOf>;

/** Blocks, what waits for one, and every transaction that was ever seen. */
function chainOf(firstHash: string) {
  const known = new Map<string, BitcoinTransaction & { readonly rawHex: string }>();
  const blocks: Block[] = [{ hash: firstHash, transactions: [] }];
  const chain = {
    known,
    blocks,
    waiting: [] as string[],
    /** Whatever was broadcast and accepted. */
    taken: [] as string[],
    get(txid: string) {
      const found = known.get(txid);
      if (!found) throw new Error(`no transaction ${txid}`);
      return found;
    },
    learn(transaction: BitcoinTransaction, rawHex = `00${transaction.txid}`): string {
      known.set(transaction.txid, { ...transaction, rawHex });
      return transaction.txid;
    },
    heightOf: (txid: string) => blocks.findIndex(({ transactions }) => transactions.some((one) => one.txid === txid)),
    isThere: (txid: string) => chain.waiting.includes(txid) || chain.heightOf(txid) >= 0,
    mined: () => blocks.flatMap(({ transactions }) => transactions),
    take(rawHex: string): BroadcastOutcome {
      const transaction = [...known.values()].find((one) => one.rawHex === rawHex) ?? readRaw(rawHex);
      if (chain.isThere(transaction.txid)) return { outcome: "known" };
      const there = [...chain.mined(), ...chain.waiting.map(chain.get)];
      const isSpendable = transaction.inputs.every((input) => chain.isThere(input.txid) && !isSpent(input, there));
      if (!isSpendable) return { outcome: "refused", reason: "bad-txns-inputs-missingorspent" };
      chain.waiting.push(chain.learn(transaction, rawHex));
      if (!chain.taken.includes(transaction.txid)) chain.taken.push(transaction.txid);
      return { outcome: "accepted" };
    },
  };
  return chain;
}

const isSpent = ({ txid, outputIndex }: BitcoinInput, among: readonly BitcoinTransaction[]): boolean =>
  among.some(({ inputs }) => inputs.some((one) => one.txid === txid && one.outputIndex === outputIndex));

type Looking = Omit<BitcoinNode, "remembered" | "broadcast" | "feeRate" | "lowestFeeRate">;

function looking(chain: Chain, tip: () => number): Looking {
  const { blocks } = chain;
  const isUnspent = (input: BitcoinInput) => chain.heightOf(input.txid) >= 0 && !isSpent(input, chain.mined());
  return {
    chain: async () => "regtest",
    height: async () => tip(),
    tip: async () => blocks[tip()]?.hash ?? "",
    blockHash: async (height) => (height <= tip() ? blocks[height]?.hash : undefined),
    async block(hash) {
      const height = blocks.findIndex((block) => block.hash === hash);
      const previousHash = blocks[height - 1]?.hash;
      return { hash, height, previousHash, transactions: blocks[height]?.transactions ?? [] };
    },
    mempool: async () => [...chain.waiting],
    async transaction(txid) {
      if (!chain.isThere(txid)) return undefined;
      const height = chain.heightOf(txid);
      const confirmations = height < 0 ? 0 : blocks.length - height;
      return { ...chain.get(txid), confirmations, blockHash: blocks[height]?.hash };
    },
    isUnspent: async (input) => isUnspent(input),
    // As a node does, it reads a name in any letters.
    unspent: async (inputs) =>
      inputs
        .map(({ txid, outputIndex }) => ({ txid: txid.toLowerCase(), outputIndex }))
        .map((input) => (isUnspent(input) ? chain.get(input.txid).outputs[input.outputIndex] : undefined)),
    call: async (method) => {
      throw new Error(`nobody answers ${method}`);
    },
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
