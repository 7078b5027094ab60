/** The chains for the rest of the server: a node with its chain, or the reason for its absence; and the signer. */
import type { BitcoinNode } from "./bitcoin-node.ts";
import type { BitcoinChain } from "./chain-keys.ts";
import type { EthereumNode } from "./ethereum-node.ts";
import type { LightningNode } from "./lightning-node.ts";
import type { Signer } from "../signer/signer.ts";

/** Token contracts that are known; a development chain brings its own. */
export const TOKENS: Readonly<Record<number, string>> = { 1: "0xdAC17F958D2ee523a2206206994597C13D831ec7" };

/** As a node names its chain. */
export function bitcoinChainNamed(name: string): BitcoinChain {
  if (name === "main" || name === "test" || name === "signet" || name === "regtest") return name;
  if (name === "testnet4") return "test";
  throw new Error(`the Bitcoin node follows the chain ${name}, which Parley does not know`);
}

export type BitcoinFaucet = {
  /** Sends new coins and returns the transaction's id; it waits for the next block. */
  giveUnits(address: string, units: bigint): Promise<string>;
  mine(blocks: number): Promise<void>;
  stop(): Promise<void>;
};

export type EthereumFaucet = {
  /** Sends new ether; in the next block. Returns the transaction's hash. */
  giveWei(to: string, wei: bigint): Promise<string>;
  /** Issues tokens, in units of six digits. */
  giveTokens(to: string, units: bigint): Promise<string>;
  /** Any other call of the token, as its issuer. */
  callToken(
    functionName: "setParams" | "setBlackListed" | "destroyBlackFunds",
    args: readonly unknown[],
  ): Promise<string>;
};

export type BitcoinRail = {
  readonly node: BitcoinNode;
  readonly chain: BitcoinChain;
  /** On a regtest chain of our own only. */
  readonly faucet?: BitcoinFaucet;
};
export type EthereumRail = {
  readonly node: EthereumNode;
  readonly chainId: number;
  /** The dollar token's contract; undefined where none is known for this chain. */
  readonly token: string;
  readonly faucet?: EthereumFaucet;
};
/** The error of the machine, or that the chain is turned off. */
export type Unavailable = { readonly fault: string; readonly isOff?: true };

export type Chains = {
  readonly bitcoin: BitcoinRail | Unavailable;
  readonly ethereum: EthereumRail | Unavailable;
  readonly signer: Signer | undefined;
  /** Of the development chain: our Lightning node, and somebody else's. Each is there once it has started. */
  readonly lightning?: {
    readonly ours: () => LightningNode | undefined;
    readonly outside: () => LightningNode | undefined;
  };
  stop(): Promise<void>;
};

export const NO_CHAINS: Chains = {
  bitcoin: { fault: "Chains are switched off here.", isOff: true },
  ethereum: { fault: "Chains are switched off here.", isOff: true },
  signer: undefined,
  stop: async () => undefined,
};
