/**
 * Speaks Ethereum's JSON-RPC through viem, in the few questions that the wallet asks. Native sums are wei. A node that
 * gives no usable answer is NodeSilent; one that says no is NodeError.
 */
import {
  type Address,
  BaseError,
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  HttpRequestError,
  http,
  isAddress,
  keccak256,
  parseAbiItem,
  RpcRequestError,
  TimeoutError,
} from "viem";
import { type BroadcastOutcome, NodeError, NodeSilent } from "./bitcoin-node.ts";

export type EthereumTransaction = {
  readonly txid: string;
  readonly from: string;
  /** Undefined when it makes a contract. */
  readonly to: string | undefined;
  readonly wei: bigint;
  readonly nonce: number;
};
export type EthereumBlock = {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly transactions: readonly EthereumTransaction[];
};
export type TokenTransfer = {
  readonly txid: string;
  readonly logIndex: number;
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
};
export type EthereumReceipt = {
  readonly succeeded: boolean;
  readonly blockHash: string;
  readonly blockNumber: number;
  /** What the sender paid for gas, in wei. */
  readonly feeWei: bigint;
};

export type EthereumNode = {
  chainId(): Promise<number>;
  height(): Promise<number>;
  /** The newest block that cannot be reorganised away. */
  finalizedHeight(): Promise<number>;
  /** Undefined above the tip. */
  block(number: number): Promise<EthereumBlock | undefined>;
  blockHash(number: number): Promise<string | undefined>;
  /** Transfer logs of exactly this contract in exactly this block. */
  tokenTransfers(query: { token: string; blockHash: string }): Promise<TokenTransfer[]>;
  receipt(txid: string): Promise<EthereumReceipt | undefined>;
  /** Whether the node knows it, in a block or waiting. */
  knows(txid: string): Promise<boolean>;
  balance(address: string, blockNumber?: number): Promise<bigint>;
  tokenBalance(query: { token: string; address: string; blockNumber?: number }): Promise<bigint>;
  /** Transactions of this sender in the chain up to the given state, or block. */
  nonce(address: string, state: "latest" | "finalized" | number): Promise<number>;
  /** Wei per gas: the next block's base and the usual tip. */
  gasPrice(): Promise<{ baseWei: bigint; tipWei: bigint }>;
  estimateGas(call: { from: string; to: string; wei?: bigint; data?: string }): Promise<bigint>;
  hasCode(address: string): Promise<boolean>;
  broadcast(rawHex: string): Promise<BroadcastOutcome>;
  /** Any other call, for development tools. */
  call<T>(method: string, params?: readonly unknown[]): Promise<T>;
};

const TRANSFER = parseAbiItem("event Transfer(address indexed from, address indexed to, uint256 value)");

export function openEthereumNode({ url, timeoutMs = 15_000 }: { url: string; timeoutMs?: number }): EthereumNode {
  const client = createPublicClient({
    transport: http(url, { timeout: timeoutMs, retryCount: 0, batch: true, fetchOptions: { redirect: "error" } }),
    cacheTime: 0,
  });
  const request = client.request as (call: { method: string; params: readonly unknown[] }) => Promise<unknown>;
  const call = <T>(method: string, params: readonly unknown[] = []) =>
    withKnownErrors(request({ method, params })) as Promise<T>;
  const blockNumberOf = async (tag: "latest" | "finalized") =>
    Number((await withKnownErrors(client.getBlock({ blockTag: tag }))).number);
  return {
    call,
    chainId: () => withKnownErrors(client.getChainId()),
    height: () => blockNumberOf("latest"),
    finalizedHeight: () => blockNumberOf("finalized"),
    async block(number) {
      const block = await orUndefined(
        withKnownErrors(client.getBlock({ blockNumber: BigInt(number), includeTransactions: true })),
        "BlockNotFoundError",
      );
      return block && readBlock(block);
    },
    async blockHash(number) {
      const block = await orUndefined(
        withKnownErrors(client.getBlock({ blockNumber: BigInt(number) })),
        "BlockNotFoundError",
      );
      return block?.hash ?? undefined;
    },
    receipt: (txid) => receipt(client, txid),
    knows: async (txid) =>
      (await orUndefined(withKnownErrors(client.getTransaction({ hash: txid as Hex })), "TransactionNotFoundError")) !==
      undefined,
    balance: (address, number) => withKnownErrors(client.getBalance({ address: hexAddress(address), ...at(number) })),
    nonce: (address, state) =>
      withKnownErrors(
        client.getTransactionCount({
          address: hexAddress(address),
          ...(typeof state === "number" ? at(state) : { blockTag: state }),
        }),
      ),
    async gasPrice() {
      const fees = await withKnownErrors(client.estimateFeesPerGas({ chain: null, type: "eip1559" }));
      // viem's maximum is 1.2 times the base plus the tip.
      return {
        tipWei: fees.maxPriorityFeePerGas,
        baseWei: ((fees.maxFeePerGas - fees.maxPriorityFeePerGas) * 10n) / 12n,
      };
    },
    estimateGas: ({ from, to, wei, data }) =>
      withKnownErrors(
        client.estimateGas({
          account: hexAddress(from),
          to: hexAddress(to),
          ...(wei === undefined ? {} : { value: wei }),
          ...(data ? { data: data as Hex } : {}),
        }),
      ),
    hasCode: async (address) =>
      ((await withKnownErrors(client.getCode({ address: hexAddress(address) }))) ?? "0x") !== "0x",
    broadcast: (rawHex) => broadcast(client, rawHex),
    ...tokenCalls(client),
  };
}

type Client = ReturnType<typeof createPublicClient>;

function tokenCalls(client: Client): Pick<EthereumNode, "tokenTransfers" | "tokenBalance"> {
  return {
    async tokenTransfers({ token, blockHash }) {
      const logs = await withKnownErrors(
        client.getLogs({ address: hexAddress(token), event: TRANSFER, blockHash: blockHash as Hex, strict: true }),
      );
      return logs
        .filter((log) => !log.removed)
        .map(({ transactionHash, logIndex, args }) => ({
          txid: transactionHash,
          logIndex,
          from: args.from,
          to: args.to,
          units: args.value,
        }));
    },
    async tokenBalance({ token, address, blockNumber }) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [hexAddress(address)] });
      const answer = await withKnownErrors(client.call({ to: hexAddress(token), data, ...at(blockNumber) }));
      // Nothing at all: at that block the contract was not there yet.
      return answer.data === undefined ? 0n : BigInt(answer.data);
    },
  };
}

async function broadcast(client: Client, rawHex: string): Promise<BroadcastOutcome> {
  try {
    await withKnownErrors(client.sendRawTransaction({ serializedTransaction: rawHex as Hex }));
    return { outcome: "accepted" };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const known = await orUndefined(
      withKnownErrors(client.getTransaction({ hash: keccak256(rawHex as Hex) })),
      "TransactionNotFoundError",
    );
    return known ? { outcome: "known" } : { outcome: "refused", reason: error.message };
  }
}

async function receipt(client: Client, txid: string): Promise<EthereumReceipt | undefined> {
  const found = await orUndefined(
    withKnownErrors(client.getTransactionReceipt({ hash: txid as Hex })),
    "TransactionReceiptNotFoundError",
  );
  if (!found) return undefined;
  return {
    succeeded: found.status === "success",
    blockHash: found.blockHash,
    blockNumber: Number(found.blockNumber),
    feeWei: found.gasUsed * found.effectiveGasPrice,
  };
}

type ViemBlock = {
  number: bigint | null;
  hash: Hex | null;
  parentHash: Hex;
  transactions: readonly { hash: Hex; from: Address; to: Address | null; value: bigint; nonce: number }[];
};

function readBlock({ number, hash, parentHash, transactions }: ViemBlock): EthereumBlock {
  if (number === null || hash === null) throw new NodeSilent("the Ethereum node gave an unfinished block");
  return {
    number: Number(number),
    hash,
    parentHash,
    transactions: transactions.map((one) => ({
      txid: one.hash,
      from: getAddress(one.from),
      to: one.to === null ? undefined : getAddress(one.to),
      wei: one.value,
      nonce: one.nonce,
    })),
  };
}

function at(blockNumber: number | undefined) {
  return blockNumber === undefined ? {} : { blockNumber: BigInt(blockNumber) };
}

function hexAddress(text: string): Address {
  if (!isAddress(text)) throw new Error(`no Ethereum address: ${text}`);
  return text;
}

/** Turns viem's errors into the two that the callers know; its own "not found" errors pass as they are. */
async function withKnownErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof BaseError) || /NotFoundError$/.test(error.name)) throw error;
    const answered = error.walk((cause) => cause instanceof RpcRequestError);
    if (answered instanceof RpcRequestError) throw new NodeError(answered.code, answered.details);
    if (error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError)) {
      throw new NodeSilent("the Ethereum node did not answer", { cause: error });
    }
    throw error;
  }
}

async function orUndefined<T>(work: Promise<T>, errorName: string): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BaseError && error.name === errorName) return undefined;
    throw error;
  }
}
