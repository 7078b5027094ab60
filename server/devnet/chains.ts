/**
 * Brings what the wallet needs: a Bitcoin node, an Ethereum node and the signer. Given addresses are used as they are;
 * otherwise development nodes are started. A chain that cannot be had is said so, and the rest works.
 */
import { join } from "node:path";
import type { Config } from "../platform/config.ts";
import { openBitcoinNode } from "../platform/outside/bitcoin-node.ts";
import type { BitcoinChain } from "../platform/outside/chain-keys.ts";
import {
  type BitcoinRail,
  type BitcoinFaucet,
  type Chains,
  type EthereumRail,
  NO_CHAINS,
  type Unavailable,
} from "../platform/outside/chains.ts";
import { openEthereumNode } from "../platform/outside/ethereum-node.ts";
import { openSigner, type SignerSettings, type Verifier } from "../platform/outside/signer.ts";
import { anvilFault, startAnvil } from "./anvil.ts";
import { openBitcoinFaucet } from "./bitcoin-faucet.ts";
import { startBitcoind } from "./bitcoind.ts";
import { findBitcoind, machineCache } from "./bitcoind-binary.ts";

export type ChainOptions = {
  readonly config: Config;
  /** The signer reads the ledger's records and keeps its own tables through it, by a login of its own. */
  readonly signerUrl: string;
  readonly say: (text: string) => void;
  /** Between blocks of the development chains; 0 leaves the mining to the caller. */
  readonly blockMs?: number;
};

/** Token contracts that are known; a development chain brings its own. */
const TOKENS: Readonly<Record<number, string>> = { 1: "0xdAC17F958D2ee523a2206206994597C13D831ec7" };

/** The signer verifies people also where there is no chain to sign for. */
export type Started = Chains & { readonly verifier: Verifier };

export async function startChains(options: ChainOptions): Promise<Started> {
  const { config, signerUrl } = options;
  const settings = (chain: Pick<SignerSettings, "bitcoinChain" | "ethereumChainId" | "token">): SignerSettings => ({
    folder: join(config.dataDir, "signer"),
    key: config.signerKey,
    databaseUrl: signerUrl,
    origin: config.publicUrl.origin,
    ...chain,
  });
  if (!config.chains) {
    const signer = openSigner(settings({ bitcoinChain: "regtest", ethereumChainId: 0, token: "" }));
    return { ...NO_CHAINS, verifier: signer, stop: () => signer.stop() };
  }
  const stops: (() => Promise<void>)[] = [];
  const [bitcoin, ethereum] = await Promise.all([
    startBitcoin(options, stops).catch(unavailable),
    startEthereum(options, stops).catch(unavailable),
  ]);
  const signer = openSigner(
    settings({
      bitcoinChain: "fault" in bitcoin ? "regtest" : bitcoin.chain,
      ethereumChainId: "fault" in ethereum ? 0 : ethereum.chainId,
      token: "fault" in ethereum ? "" : ethereum.token,
    }),
  );
  return {
    bitcoin,
    ethereum,
    signer,
    verifier: signer,
    async stop() {
      await signer.stop();
      await Promise.allSettled(stops.reverse().map((stop) => stop()));
    },
  };
}

function unavailable(error: unknown): Unavailable {
  return { fault: error instanceof Error ? error.message : String(error) };
}

type Stops = (() => Promise<void>)[];

async function startBitcoin(
  { config, say, blockMs = 2000 }: ChainOptions,
  stops: Stops,
): Promise<BitcoinRail | Unavailable> {
  if (config.bitcoinRpcUrl) {
    const node = openBitcoinNode({ url: config.bitcoinRpcUrl });
    const chain = chainNamed(await node.chain());
    return chain === "regtest"
      ? { node, chain, ...(await faucetOf(config.bitcoinRpcUrl, blockMs, stops)) }
      : { node, chain };
  }
  const found = await findBitcoind({
    path: config.bitcoindPath,
    folders: [machineCache(), join(config.dataDir, "nodes")],
    mayFetch: true,
    say,
  });
  if (!found.found) return { fault: found.reason };
  const { url, stop } = await startBitcoind({ binary: found.binary, dataDir: join(config.dataDir, "nodes/bitcoin") });
  stops.push(stop);
  return { node: openBitcoinNode({ url }), chain: "regtest", ...(await faucetOf(url, blockMs, stops)) };
}

async function faucetOf(url: string, blockMs: number, stops: Stops): Promise<{ faucet: BitcoinFaucet }> {
  const faucet = await openBitcoinFaucet({ url, blockMs });
  stops.push(() => faucet.stop());
  return { faucet };
}

function chainNamed(name: string): BitcoinChain {
  if (name === "main" || name === "test" || name === "signet" || name === "regtest") return name;
  if (name === "testnet4") return "test";
  throw new Error(`the Bitcoin node follows the chain ${name}, which Parley does not know`);
}

async function startEthereum(
  { config, blockMs = 1000 }: ChainOptions,
  stops: Stops,
): Promise<EthereumRail | Unavailable> {
  if (config.ethereumRpcUrl) {
    const node = openEthereumNode({ url: config.ethereumRpcUrl });
    const chainId = await node.chainId();
    const token = TOKENS[chainId];
    if (!token) return { fault: `no dollar token is known on the Ethereum chain ${chainId}` };
    return { node, chainId, token };
  }
  const fault = anvilFault();
  if (fault) return { fault };
  const anvil = await startAnvil({ dataDir: join(config.dataDir, "nodes/ethereum"), blockMs: Math.min(blockMs, 1000) });
  stops.push(() => anvil.stop());
  const node = openEthereumNode({ url: anvil.url });
  return { node, chainId: await node.chainId(), token: anvil.token, faucet: anvil.faucet };
}
