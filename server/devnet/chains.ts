/**
 * Brings what the wallet needs: a Bitcoin node, an Ethereum node and the signer. Given addresses are used as they are;
 * otherwise development nodes are started. A chain that cannot be had is said so, and the rest works.
 */
import { join } from "node:path";
import type { Config } from "../platform/settings/config.ts";
import { openBitcoinNode } from "../platform/outside/chains/bitcoin-node.ts";
import {
  bitcoinChainNamed,
  type BitcoinRail,
  type BitcoinFaucet,
  type Chains,
  type EthereumRail,
  NO_CHAINS,
  TOKENS,
  type Unavailable,
} from "../platform/outside/chains/chains.ts";
import { openEthereumNode } from "../platform/outside/chains/ethereum-node.ts";
import type { SignerSettings, Verifier } from "../platform/outside/signer/signer.ts";
import { openSigner } from "../platform/outside/signer/signer-child.ts";
import { openSignerAt } from "../platform/outside/signer/verifier-socket.ts";
import { anvilFault, startAnvil } from "./anvil.ts";
import { openBitcoinFaucet } from "./bitcoin-faucet.ts";
import { startBitcoind } from "./bitcoind/bitcoind.ts";
import { findBitcoind, machineCache } from "./bitcoind/binary.ts";
import { startLightning } from "./lightning/start.ts";
import { supervise } from "./supervise.ts";

export type ChainOptions = {
  readonly config: Config;
  /** The signer reads the ledger's records and keeps its own tables through it, by a login of its own. */
  readonly signerUrl: string;
  readonly say: (text: string) => void;
  /** Between blocks of the development chains; 0 leaves the mining to the caller. */
  readonly blockMs?: number | undefined;
  /** Two Lightning nodes beside a Bitcoin node of our own. */
  readonly hasLightning?: boolean;
};

type ChainSettings = Pick<SignerSettings, "bitcoinChain" | "ethereumChainId" | "token" | "bitcoinUrl" | "ethereumUrl">;

/** The signer verifies people also where there is no chain to sign for. */
export type Started = Chains & { readonly verifier: Verifier };

export async function startChains(options: ChainOptions): Promise<Started> {
  const { config, signerUrl } = options;
  const settings = (chain: ChainSettings): SignerSettings => ({
    folder: join(config.dataDir, "signer"),
    key: config.signerKey,
    keyBefore: config.signerKeyBefore,
    databaseUrl: signerUrl,
    origin: config.publicUrl.origin,
    cold: { bitcoin: config.coldBitcoinXpub, ethereum: config.coldEthereumAddress },
    ...chain,
  });
  /** A process of its own where the settings say so, else a child of this one. */
  const signerOn = (chain: ChainSettings) =>
    config.signingSocket === undefined
      ? openSigner(settings(chain), { say: options.say })
      : openSignerAt(config.signingSocket);
  if (!config.chains) {
    const signer = signerOn({ bitcoinChain: "regtest", ethereumChainId: 0, token: "" });
    return { ...NO_CHAINS, verifier: signer, stop: () => signer.stop() };
  }
  const stops: (() => Promise<void>)[] = [];
  const [{ rail: bitcoin, url: bitcoinUrl }, { rail: ethereum, url: ethereumUrl }] = await Promise.all([
    startBitcoin(options, stops).catch(unavailable),
    startEthereum(options, stops).catch(unavailable),
  ]);
  for (const [name, rail] of Object.entries({ Bitcoin: bitcoin, Ethereum: ethereum }))
    if ("fault" in rail) options.say(`${name} is away: ${rail.fault}`);
  const isOwn = options.hasLightning && config.bitcoinRpcUrl === undefined && bitcoinUrl !== undefined;
  const lightning = isOwn
    ? startLightning({ folder: join(config.dataDir, "nodes/lightning"), bitcoinUrl, say: options.say })
    : undefined;
  if (lightning) stops.push(() => lightning.stop());
  const signer = signerOn({
    bitcoinChain: "fault" in bitcoin ? "regtest" : bitcoin.chain,
    ethereumChainId: "fault" in ethereum ? 0 : ethereum.chainId,
    token: "fault" in ethereum ? "" : ethereum.token,
    bitcoinUrl: config.signerBitcoinRpcUrl ?? bitcoinUrl,
    ethereumUrl: config.signerEthereumRpcUrl ?? ethereumUrl,
  });
  return {
    bitcoin,
    ethereum,
    signer,
    verifier: signer,
    ...(lightning ? { lightning } : {}),
    async stop() {
      await signer.stop();
      await Promise.allSettled(stops.reverse().map((stop) => stop()));
    },
  };
}

/** What there is of a chain, and where its node is. */
type Had<R> = { readonly rail: R | Unavailable; readonly url?: string };

function unavailable(error: unknown): Had<never> {
  return { rail: { fault: error instanceof Error ? error.message : String(error) } };
}

type Stops = (() => Promise<void>)[];

async function startBitcoin({ config, say, blockMs = 2000 }: ChainOptions, stops: Stops): Promise<Had<BitcoinRail>> {
  if (config.bitcoinRpcUrl) {
    const url = config.bitcoinRpcUrl;
    const node = openBitcoinNode({ url });
    const chain = bitcoinChainNamed(await node.chain());
    const faucet = chain === "regtest" ? await faucetOf(url, blockMs, stops) : {};
    return { rail: { node, chain, ...faucet }, url };
  }
  const found = await findBitcoind({
    path: config.bitcoindPath,
    folders: [machineCache(), join(config.dataDir, "nodes")],
    mayFetch: true,
    say,
  });
  if (!found.found) return { rail: { fault: found.reason } };
  const options = { binary: found.binary, dataDir: join(config.dataDir, "nodes/bitcoin") };
  const first = await startBitcoind(options);
  const { url } = first;
  const start = () => startBitcoind({ ...options, url });
  stops.push(supervise({ name: "the Bitcoin node", first, start, say }).stop);
  const faucet = await faucetOf(url, blockMs, stops);
  return { rail: { node: openBitcoinNode({ url }), chain: "regtest", ...faucet }, url };
}

async function faucetOf(url: string, blockMs: number, stops: Stops): Promise<{ faucet: BitcoinFaucet }> {
  const faucet = await openBitcoinFaucet({ url, blockMs });
  stops.push(() => faucet.stop());
  return { faucet };
}

async function startEthereum({ config, say, blockMs = 1000 }: ChainOptions, stops: Stops): Promise<Had<EthereumRail>> {
  if (config.ethereumRpcUrl) {
    const url = config.ethereumRpcUrl;
    const node = openEthereumNode({ url });
    const chainId = await node.chainId();
    const token = TOKENS[chainId];
    if (!token) return { rail: { fault: `no dollar token is known on the Ethereum chain ${chainId}` } };
    return { rail: { node, chainId, token }, url };
  }
  const fault = anvilFault();
  if (fault) return { rail: { fault } };
  const options = { dataDir: join(config.dataDir, "nodes/ethereum"), blockMs: Math.min(blockMs, 1000) };
  const anvil = await startAnvil(options);
  const start = () => startAnvil({ ...options, url: anvil.url });
  stops.push(supervise({ name: "the Ethereum node", first: anvil, start, say }).stop);
  const node = openEthereumNode({ url: anvil.url });
  const rail = { node, chainId: await node.chainId(), token: anvil.token, faucet: anvil.faucet };
  return { rail, url: anvil.url };
}
