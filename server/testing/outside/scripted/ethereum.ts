/** An Ethereum chain inside the test: the same acts give the same transactions and blocks, and it can lose any of them. */
import { createHash } from "node:crypto";
import {
  decodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
} from "viem";
import { type BroadcastOutcome, NodeError, NodeSilent } from "../../../platform/outside/chains/bitcoin-node.ts";
import type { EthereumNode, EthereumReceipt, TokenTransfer } from "../../../platform/outside/chains/ethereum-node.ts";

export const SCRIPTED_TOKEN = getAddress("0x00000000000000000000000000000000000000e1");
/** Has whatever it gives. */
const STRANGER = getAddress("0x00000000000000000000000000000000000000a1");
const GAS_USED = { ether: 21_000n, token: 60_000n };

type State = {
  readonly wei: Map<string, bigint>;
  readonly tokens: Map<string, bigint>;
  readonly nonces: Map<string, number>;
};
type Wish = {
  readonly txid: string;
  readonly from: string;
  readonly to: string | undefined;
  readonly wei: bigint;
  readonly nonce: number;
  /** Units of the token for the receiver; `isOnlyLogged` moves nothing. */
  readonly transfers: readonly { readonly to: string; readonly units: bigint; readonly isOnlyLogged?: boolean }[];
  readonly maxFeePerGasWei: bigint;
  readonly tipWei: bigint;
};
type Block = {
  readonly hash: string;
  readonly wishes: readonly Wish[];
  readonly receipts: ReadonlyMap<string, EthereumReceipt>;
  readonly transfers: readonly TokenTransfer[];
  readonly state: State;
};

const NOTHING: State = { wei: new Map(), tokens: new Map(), nonces: new Map() };
const copyOf = ({ wei, tokens, nonces }: State): State => ({
  wei: new Map(wei),
  tokens: new Map(tokens),
  nonces: new Map(nonces),
});

export function scriptedEthereum() {
  const said = { baseWei: 10_000_000_000n, tipWei: 1_000_000_000n, gasOfToken: 60_000n };
  const mood = {
    isSilent: false,
    isBroadcastSilent: false,
    refuses: "",
    shownHeight: undefined as number | undefined,
    finalBehind: 2,
    /** Blocks below it have no state any more. */
    firstState: 0,
  };
  let drawn = 0;
  const draw = (what: string) => `0x${createHash("sha256").update(`ethereum ${what} ${drawn++}`).digest("hex")}`;
  const chain = chainOf(draw("block"), mood);
  const { blocks } = chain;
  const contracts = new Set<string>([SCRIPTED_TOKEN]);
  /** Receivers that no transfer of ether or of tokens reaches. */
  const refusing = new Set<string>();
  const add = (wish: Pick<Wish, "to" | "wei" | "transfers"> & Partial<Wish>): string => {
    const from = wish.from ?? STRANGER;
    const nonce = (chain.stateAt().nonces.get(from) ?? 0) + chain.pool.filter((one) => one.from === from).length;
    const txid = draw("transaction");
    chain.pool.push({ nonce, txid, maxFeePerGasWei: 0n, tipWei: 0n, ...wish, from });
    return txid;
  };
  return {
    node: nodeThat(mood, { ...looking(chain), ...answering(chain, { said, contracts, refusing }) }),
    said,
    mood,
    contracts,
    refusing,
    height: () => blocks.length - 1,
    /** Ether from a stranger, or from whom `from` says. */
    giveWei: (to: string | undefined, wei: bigint, from?: string) =>
      add({ to, wei, transfers: [], ...(from ? { from } : {}) }),
    /** Tokens from nowhere; several transfers are in one transaction. */
    giveTokens: (...transfers: Wish["transfers"]) => add({ to: SCRIPTED_TOKEN, wei: 0n, transfers }),
    /** Blocks in a row; the first takes what can go, unless all are to be empty. */
    mine(count = 1, { isEmpty = false } = {}): void {
      for (let made = 0; made < count; made++) {
        const number = blocks.length;
        const [pool, before] = [isEmpty ? [] : chain.pool, blocks[number - 1]?.state ?? NOTHING];
        const block = makeBlock({ number, hash: draw("block"), pool, before, baseWei: said.baseWei, refusing });
        chain.pool = chain.pool.filter((wish) => !block.wishes.includes(wish));
        blocks.push(block);
      }
    },
    /** The blocks from this height on are gone; their transactions wait again, except dropped ones. */
    cut(height: number, { drop = [] }: { drop?: readonly string[] } = {}): void {
      const gone = blocks.splice(height).flatMap(({ wishes }) => wishes);
      chain.pool = [...gone, ...chain.pool].filter(({ txid }) => !drop.includes(txid));
    },
    /** What waits is forgotten. */
    dropAll(): void {
      chain.pool = [];
    },
  };
}

type Mood = {
  readonly refuses: string;
  readonly shownHeight: number | undefined;
  readonly finalBehind: number;
  readonly firstState: number;
};
type Chain = {
  readonly blocks: Block[];
  pool: Wish[];
  tip(): number;
  final(): number;
  blockOf(txid: string): Block | undefined;
  knows(txid: string): boolean;
  stateAt(height?: number): State;
  take(wish: Wish): BroadcastOutcome;
};

/** Blocks with the balances after each, and pending transactions. */
function chainOf(firstHash: string, mood: Mood): Chain {
  const blocks: Block[] = [{ hash: firstHash, wishes: [], receipts: new Map(), transfers: [], state: NOTHING }];
  const chain: Chain = {
    blocks,
    pool: [],
    tip: () => Math.min(blocks.length - 1, mood.shownHeight ?? blocks.length - 1),
    final: () => Math.max(0, chain.tip() - mood.finalBehind),
    blockOf: (txid: string) => blocks.find(({ wishes }) => wishes.some((wish) => wish.txid === txid)),
    knows: (txid: string) => chain.blockOf(txid) !== undefined || chain.pool.some((wish) => wish.txid === txid),
    stateAt(height = chain.tip()): State {
      if (height < mood.firstState) throw new NodeError(-32000, "missing trie node");
      return blocks[height]?.state ?? NOTHING;
    },
    take(wish: Wish): BroadcastOutcome {
      if (mood.refuses) return { outcome: "refused", reason: mood.refuses };
      if (chain.knows(wish.txid)) return { outcome: "known" };
      const { wei, nonces } = chain.stateAt();
      if (wish.nonce < (nonces.get(wish.from) ?? 0)) return { outcome: "refused", reason: "nonce too low" };
      if ((wei.get(wish.from) ?? 0n) < wish.wei) return { outcome: "refused", reason: "insufficient funds" };
      chain.pool.push(wish);
      return { outcome: "accepted" };
    },
  };
  return chain;
}

type Looking = "height" | "finalizedHeight" | "block" | "blockHash" | "receipt" | "knows" | "balance" | "nonce";

function looking(chain: Chain): Pick<EthereumNode, Looking | "tokenTransfers" | "tokenBalance"> {
  const { blocks, tip, final, stateAt } = chain;
  return {
    height: async () => tip(),
    finalizedHeight: async () => final(),
    async block(number) {
      const block = number <= tip() ? blocks[number] : undefined;
      if (!block) return undefined;
      return { number, hash: block.hash, parentHash: blocks[number - 1]?.hash ?? "none", transactions: block.wishes };
    },
    blockHash: async (number) => (number <= tip() ? blocks[number]?.hash : undefined),
    // In no order that anybody may count on.
    tokenTransfers: async ({ token, blockHash }) =>
      token === SCRIPTED_TOKEN ? [...(blocks.find(({ hash }) => hash === blockHash)?.transfers ?? [])].reverse() : [],
    receipt: async (txid) => chain.blockOf(txid)?.receipts.get(txid),
    knows: async (txid) => chain.knows(txid),
    balance: async (address, number) => stateAt(number).wei.get(address) ?? 0n,
    tokenBalance: async ({ address, blockNumber }) => stateAt(blockNumber).tokens.get(address) ?? 0n,
    async nonce(address, at) {
      const height = typeof at === "number" ? at : { latest: tip(), finalized: final() }[at];
      return stateAt(height).nonces.get(address) ?? 0;
    },
  };
}

type Answers = {
  readonly said: { readonly baseWei: bigint; readonly tipWei: bigint; readonly gasOfToken: bigint };
  readonly contracts: ReadonlySet<string>;
  readonly refusing: ReadonlySet<string>;
};

function answering(
  chain: Chain,
  { said, contracts, refusing }: Answers,
): Pick<EthereumNode, "chainId" | "gasPrice" | "estimateGas" | "hasCode" | "broadcast" | "call"> {
  return {
    chainId: async () => 31_337,
    gasPrice: async () => ({ baseWei: said.baseWei, tipWei: said.tipWei }),
    async estimateGas({ data }) {
      const receiver = data ? readTransfer(data as Hex)?.to : undefined;
      if (receiver && refusing.has(receiver)) throw new NodeError(3, "execution reverted");
      return said.gasOfToken;
    },
    hasCode: async (address) => contracts.has(address),
    broadcast: async (rawHex) => chain.take(await readRaw(rawHex as Hex)),
    call: async (method) => {
      throw new Error(`nobody answers ${method}`);
    },
  };
}

type Making = {
  readonly number: number;
  readonly hash: string;
  readonly pool: readonly Wish[];
  readonly before: State;
  readonly baseWei: bigint;
  readonly refusing: ReadonlySet<string>;
};

function makeBlock({ number, hash, pool, before, baseWei, refusing }: Making): Block {
  const state = copyOf(before);
  const wishes: Wish[] = [];
  const receipts = new Map<string, EthereumReceipt>();
  const transfers: TokenTransfer[] = [];
  const move = (balances: Map<string, bigint>, address: string, delta: bigint) =>
    balances.set(address, (balances.get(address) ?? 0n) + delta);
  for (const wish of pool) {
    const isStranger = wish.from === STRANGER;
    const price = priceOf(wish, baseWei);
    const feeWei = isStranger ? 0n : price * (wish.transfers.length > 0 ? GAS_USED.token : GAS_USED.ether);
    if (!isStranger && wish.nonce !== (state.nonces.get(wish.from) ?? 0)) continue;
    if (!isStranger && (state.wei.get(wish.from) ?? 0n) < wish.wei + feeWei) continue;
    const held = state.tokens.get(wish.from) ?? 0n;
    const succeeded =
      !(wish.to && wish.wei > 0n && refusing.has(wish.to)) &&
      wish.transfers.every(({ to, units }) => !refusing.has(to) && (isStranger || units <= held));
    state.nonces.set(wish.from, wish.nonce + 1);
    move(state.wei, wish.from, -feeWei - (succeeded ? wish.wei : 0n));
    if (succeeded && wish.to) move(state.wei, wish.to, wish.wei);
    for (const { to, units, isOnlyLogged } of succeeded ? wish.transfers : []) {
      transfers.push({ txid: wish.txid, logIndex: transfers.length, from: wish.from, to, units });
      if (isOnlyLogged) continue;
      move(state.tokens, wish.from, -units);
      move(state.tokens, to, units);
    }
    wishes.push(wish);
    receipts.set(wish.txid, { succeeded, blockHash: hash, blockNumber: number, feeWei });
  }
  return { hash, wishes, receipts, transfers, state };
}

function priceOf({ maxFeePerGasWei, tipWei }: Wish, baseWei: bigint): bigint {
  if (baseWei + tipWei > maxFeePerGasWei) return maxFeePerGasWei;
  return baseWei + tipWei;
}

function nodeThat(mood: { isSilent: boolean; isBroadcastSilent: boolean }, node: EthereumNode): EthereumNode {
  return new Proxy(node, {
    get(target, name: keyof EthereumNode) {
      if (mood.isSilent || (mood.isBroadcastSilent && name === "broadcast")) throw new NodeSilent("the line is dead");
      return target[name];
    },
  });
}

function readTransfer(data: Hex): { to: string; units: bigint } | undefined {
  const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data });
  return functionName === "transfer" ? { to: getAddress(args[0]), units: args[1] } : undefined;
}

async function readRaw(rawHex: Hex): Promise<Wish> {
  const read = parseTransaction(rawHex);
  const from = await recoverTransactionAddress({ serializedTransaction: rawHex as TransactionSerializedEIP1559 });
  const transfer = read.data ? readTransfer(read.data) : undefined;
  return {
    txid: keccak256(rawHex),
    from: getAddress(from),
    to: read.to ? getAddress(read.to) : undefined,
    wei: read.value ?? 0n,
    nonce: read.nonce ?? 0,
    transfers: transfer ? [transfer] : [],
    maxFeePerGasWei: read.maxFeePerGas ?? 0n,
    tipWei: read.maxPriorityFeePerGas ?? 0n,
  };
}
