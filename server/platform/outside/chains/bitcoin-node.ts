/**
 * Speaks Bitcoin Core's JSON-RPC. Amounts are read from the decimal text of the answer into satoshi, never through a
 * float. Every call has a time limit: a node that hangs is a node that is absent.
 */
import { unitsFromDisplay } from "#contract/money/money.ts";

export type BitcoinInput = { readonly txid: string; readonly outputIndex: number };
export type BitcoinCoin = { readonly units: bigint; readonly address: string | undefined };
export type BitcoinOutput = { readonly index: number; readonly units: bigint; readonly address: string | undefined };
export type BitcoinTransaction = {
  readonly txid: string;
  /** Empty for a coinbase. */
  readonly inputs: readonly BitcoinInput[];
  readonly outputs: readonly BitcoinOutput[];
  readonly isCoinbase: boolean;
};
export type BitcoinBlock = {
  readonly hash: string;
  readonly previousHash: string | undefined;
  readonly height: number;
  readonly transactions: readonly BitcoinTransaction[];
};

/** What the node said to our bytes. No answer at all is a thrown NodeSilent: the outcome is then unknown. */
export type BroadcastOutcome =
  | { readonly outcome: "accepted" | "known" }
  | { readonly outcome: "refused"; readonly reason: string };

export type BitcoinNode = {
  /** main, test, signet, regtest. */
  chain(): Promise<string>;
  height(): Promise<number>;
  /** The hash of the newest block. */
  tip(): Promise<string>;
  /** Undefined above the tip. */
  blockHash(height: number): Promise<string | undefined>;
  block(hash: string): Promise<BitcoinBlock>;
  mempool(): Promise<string[]>;
  /** A transaction of the best chain or of the mempool; one that a reorganisation threw out is undefined. */
  transaction(
    txid: string,
  ): Promise<
    (BitcoinTransaction & { readonly blockHash: string | undefined; readonly confirmations: number }) | undefined
  >;
  /** As `transaction`, with its bytes, and also of one that a reorganisation threw out, while the node remembers it. */
  remembered(txid: string): Promise<(BitcoinTransaction & { readonly rawHex: string }) | undefined>;
  /** Whether this output exists in a block and nothing in a block spends it; the mempool does not count. */
  isUnspent(input: BitcoinInput): Promise<boolean>;
  /** By place, what is there in that sense; undefined for the others. Many are asked for at once. */
  unspent(inputs: readonly BitcoinInput[]): Promise<(BitcoinCoin | undefined)[]>;
  broadcast(rawHex: string): Promise<BroadcastOutcome>;
  /** Satoshi per 1000 virtual bytes for a confirmation within so many blocks; undefined when the node has no idea yet. */
  feeRate(withinBlocks: number): Promise<bigint | undefined>;
  /** The lowest rate, in satoshi per 1000 virtual bytes, that its mempool takes now. */
  lowestFeeRate(): Promise<bigint>;
  /** Any other call, for development tools. */
  call<T>(method: string, params?: readonly unknown[]): Promise<T>;
};

/** The node gave no usable answer: absent, starting, hanging. What we asked may or may not have happened. */
export class NodeSilent extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "NodeSilent";
  }
}

/** The node answered with an error of its own. */
export class NodeError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = "NodeError";
    this.code = code;
  }
}

const NOT_FOUND = -5;
const BAD_PARAMETER = -8;
const ALREADY_IN_CHAIN = -27;
const WARMING_UP = -28;

export function openBitcoinNode({ url, timeoutMs = 15_000 }: { url: string; timeoutMs?: number }): BitcoinNode {
  const { call, callEach } = caller(url, timeoutMs);
  const orUndefined = async <T>(work: Promise<T>, ...codes: number[]): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof NodeError && codes.includes(error.code)) return undefined;
      throw error;
    }
  };
  return {
    call,
    chain: async () => (await call<{ chain: string }>("getblockchaininfo")).chain,
    height: () => call("getblockcount"),
    tip: () => call("getbestblockhash"),
    blockHash: (height) => orUndefined(call<string>("getblockhash", [height]), BAD_PARAMETER),
    async block(hash) {
      const block = await call<RawBlock>("getblock", [hash, 2]);
      return {
        hash: block.hash,
        previousHash: block.previousblockhash,
        height: block.height,
        transactions: block.tx.map(readTransaction),
      };
    },
    mempool: () => call("getrawmempool"),
    async transaction(txid) {
      const raw = await orUndefined(call<RawTransaction>("getrawtransaction", [txid, 1]), NOT_FOUND);
      if (!raw) return undefined;
      const confirmations = raw.confirmations ?? 0;
      // The index still answers for a transaction that a reorganisation threw out; only block or mempool count.
      if (confirmations === 0 && !(await orUndefined(call("getmempoolentry", [txid]), NOT_FOUND))) return undefined;
      return { ...readTransaction(raw), confirmations, blockHash: confirmations > 0 ? raw.blockhash : undefined };
    },
    async remembered(txid) {
      const raw = await orUndefined(call<RawTransaction & { hex: string }>("getrawtransaction", [txid, 1]), NOT_FOUND);
      return raw && { ...readTransaction(raw), rawHex: raw.hex };
    },
    isUnspent: async ({ txid, outputIndex }) => (await call("gettxout", [txid, outputIndex, false])) !== null,
    async unspent(inputs) {
      const params = inputs.map(({ txid, outputIndex }) => [txid, outputIndex, false]);
      const found = await callEach<{ value: bigint; scriptPubKey: { address?: string } } | null>("gettxout", params);
      return found.map((one) => (one ? { units: one.value, address: one.scriptPubKey.address } : undefined));
    },
    broadcast: (rawHex) => broadcast(call, rawHex),
    async feeRate(withinBlocks) {
      return (await call<{ feerate?: bigint }>("estimatesmartfee", [withinBlocks])).feerate;
    },
    async lowestFeeRate() {
      const info = await call<{ mempoolminfee: bigint; minrelaytxfee: bigint }>("getmempoolinfo");
      if (info.minrelaytxfee > info.mempoolminfee) return info.minrelaytxfee;
      return info.mempoolminfee;
    },
  };
}

type Call = <T>(method: string, params?: readonly unknown[]) => Promise<T>;

type RawTransaction = {
  txid: string;
  vin: { txid?: string; vout?: number; coinbase?: string }[];
  vout: { n: number; value: bigint; scriptPubKey: { address?: string } }[];
  confirmations?: number;
  blockhash?: string;
};
type RawBlock = { hash: string; previousblockhash?: string; height: number; tx: RawTransaction[] };

function readTransaction(raw: RawTransaction): BitcoinTransaction {
  return {
    txid: raw.txid,
    isCoinbase: raw.vin.some((input) => input.coinbase !== undefined),
    inputs: raw.vin.flatMap(({ txid, vout }) =>
      txid !== undefined && vout !== undefined ? [{ txid, outputIndex: vout }] : [],
    ),
    outputs: raw.vout.map(({ n, value, scriptPubKey }) => ({ index: n, units: value, address: scriptPubKey.address })),
  };
}

/** Refusal texts differ between versions, so only "already known" is distinguished from the rest, by asking the node. */
async function broadcast(call: Call, rawHex: string): Promise<BroadcastOutcome> {
  try {
    await call("sendrawtransaction", [rawHex]);
    return { outcome: "accepted" };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    if (error.code === ALREADY_IN_CHAIN) return { outcome: "known" };
    const { txid } = await call<{ txid: string }>("decoderawtransaction", [rawHex]);
    const inMempool = await call("getmempoolentry", [txid]).then(
      () => true,
      () => false,
    );
    return inMempool ? { outcome: "known" } : { outcome: "refused", reason: error.message };
  }
}

/** So many go to the node in one request. */
const AT_ONCE = 500;

type Asked = {
  readonly jsonrpc: "1.0";
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
};
type CallEach = <T>(method: string, params: readonly (readonly unknown[])[]) => Promise<T[]>;

function caller(address: string, timeoutMs: number): { call: Call; callEach: CallEach } {
  const { username, password, origin, pathname } = new URL(address);
  const authorization = `Basic ${btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)}`;
  let lastId = 0;
  const asking = (method: string, params: readonly unknown[]): Asked => ({
    jsonrpc: "1.0",
    id: ++lastId,
    method,
    params,
  });
  const send = (method: string, body: Asked | readonly Asked[]): Promise<string> =>
    fetch(origin + pathname, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      // Another address would be asked what the operator meant for this node.
      redirect: "error",
    }).then(
      (reply) => reply.text(),
      (error: unknown) => {
        throw new NodeSilent(`the Bitcoin node did not answer ${method}`, { cause: error });
      },
    );
  return {
    async call<T>(method: string, params: readonly unknown[] = []) {
      const asked = asking(method, params);
      return resultOf<T>(asked, readAnswer(await send(method, asked), method) as Answer);
    },
    async callEach<T>(method: string, list: readonly (readonly unknown[])[]) {
      const results: T[] = [];
      for (let first = 0; first < list.length; first += AT_ONCE) {
        const asked = list.slice(first, first + AT_ONCE).map((params) => asking(method, params));
        const answers = readAnswer(await send(method, asked), method);
        if (!Array.isArray(answers)) throw new NodeSilent(`the Bitcoin node does not answer many ${method} at once`);
        const byId = new Map((answers as Answer[]).map((answer) => [answer.id, answer]));
        for (const one of asked) results.push(resultOf<T>(one, byId.get(one.id)));
      }
      return results;
    },
  };
}

/** Throws what the node said against it, or NodeSilent. */
function resultOf<T>({ id, method }: Asked, answer: Answer | undefined): T {
  if (answer?.id !== id) throw new NodeSilent(`the Bitcoin node answered another request than ${method}`);
  if (answer.error?.code === WARMING_UP) throw new NodeSilent("the Bitcoin node is starting");
  if (answer.error) throw new NodeError(answer.error.code, answer.error.message);
  return answer.result as T;
}

type Answer = { id: number; result: unknown; error: { code: number; message: string } | null };

function readAnswer(text: string, method: string): unknown {
  try {
    return parseWithUnits(text);
  } catch (error) {
    throw new NodeSilent(`the Bitcoin node's answer to ${method} could not be read`, { cause: error });
  }
}

const AMOUNTS = new Set([
  "value",
  "amount",
  "fee",
  "feerate",
  "mempoolminfee",
  "minrelaytxfee",
  "incrementalrelayfee",
  "base",
  "total_amount",
  "balance",
  "trusted",
]);
type ReviveWithSource = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;

/** JSON, in which a number under a name of money becomes satoshi from its own text. */
export function parseWithUnits(text: string): unknown {
  const revive: ReviveWithSource = (key, value, { source }) => {
    if (typeof value !== "number" || !AMOUNTS.has(key) || source === undefined) return value;
    return source.startsWith("-") ? -unitsFromDisplay(plain(source.slice(1)), 8) : unitsFromDisplay(plain(source), 8);
  };
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown);
}

/** Very small amounts may be written as 1e-8. */
function plain(source: string): string {
  const match = /^(\d)(?:\.(\d+))?[eE]-(\d+)$/.exec(source);
  if (!match) return source;
  return `0.${"0".repeat(Number(match[3]) - 1)}${match[1]}${match[2] ?? ""}`;
}
