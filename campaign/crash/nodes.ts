/** The nodes of both chains, which stay alive, as far as this machine has them: what they give, and what they saw leave. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Address } from "@scure/btc-signer";
import type { CryptoCode } from "#contract/money/money.ts";
import { anvilFault, startAnvil } from "../../server/devnet/anvil.ts";
import { openBitcoinFaucet } from "../../server/devnet/bitcoin-faucet.ts";
import { startBitcoind } from "../../server/devnet/bitcoind/bitcoind.ts";
import { bitcoindForTests } from "../../server/devnet/bitcoind/for-tests.ts";
import { openBitcoinNode } from "../../server/platform/outside/chains/bitcoin-node.ts";
import { bitcoinNetwork } from "../../server/platform/outside/chains/chain-keys.ts";
import { openEthereumNode } from "../../server/platform/outside/chains/ethereum-node.ts";

/** Received amounts by address, in the chain's own units. */
export type Arrived = ReadonlyMap<string, readonly { readonly txid: string; readonly units: bigint }[]>;

export type Node = {
  /** For the server that is killed. */
  readonly env: Readonly<Record<string, string>>;
  readonly codes: readonly CryptoCode[];
  /** An amount that is worth some dollars, as it is asked for and as the chain counts it. */
  readonly amount: string;
  readonly amountUnits: bigint;
  /** Where nobody was paid before. */
  freshAddress(): string;
  /** Coins from nowhere, in the chain's own units. */
  give(code: CryptoCode, address: string, units: bigint): Promise<unknown>;
  arrived(): Promise<Arrived>;
  stop(): Promise<void>;
};

const BLOCK_MS = 500;

/** Each undefined with a reason where there is no such node for this machine. */
export async function startNodes(
  folder: string,
): Promise<{ ETH: Node | undefined; BTC: Node | undefined; absent: string[] }> {
  const [fault, binary] = [anvilFault(), await bitcoindForTests()];
  const ETH = fault ? undefined : await ethereum(join(folder, "ethereum"));
  const BTC = binary ? await bitcoin(join(folder, "bitcoin"), binary) : undefined;
  return { ETH, BTC, absent: [...(fault ? [fault] : []), ...(binary ? [] : ["no bitcoind"])] };
}

async function ethereum(dataDir: string): Promise<Node> {
  const anvil = await startAnvil({ dataDir, blockMs: BLOCK_MS });
  const node = openEthereumNode({ url: anvil.url });
  return {
    env: { CRASH_ETHEREUM_URL: anvil.url, CRASH_ETHEREUM_TOKEN: anvil.token },
    codes: ["ETH", "USDT"],
    amount: "0.002",
    amountUnits: 2_000_000_000_000_000n,
    freshAddress: () => `0x${randomBytes(20).toString("hex")}`,
    give: (code, address, units) =>
      code === "USDT" ? anvil.faucet.giveTokens(address, units) : anvil.faucet.giveWei(address, units),
    async arrived() {
      const found = new Map<string, { txid: string; units: bigint }[]>();
      const height = await node.height();
      for (let number = 0; number <= height; number++)
        for (const { txid, to, wei } of (await node.block(number))?.transactions ?? [])
          add(found, (to ?? "").toLowerCase(), { txid, units: wei });
      return found;
    },
    stop: () => anvil.stop(),
  };
}

async function bitcoin(dataDir: string, binary: Parameters<typeof startBitcoind>[0]["binary"]): Promise<Node> {
  mkdirSync(dataDir, { recursive: true });
  const bitcoind = await startBitcoind({ binary, dataDir });
  const faucet = await openBitcoinFaucet({ url: bitcoind.url, blockMs: BLOCK_MS });
  const node = openBitcoinNode({ url: bitcoind.url });
  return {
    env: { CRASH_BITCOIN_URL: bitcoind.url },
    codes: ["BTC"],
    amount: "0.0001",
    amountUnits: 10_000n,
    freshAddress: () => Address(bitcoinNetwork("regtest")).encode({ type: "wpkh", hash: randomBytes(20) }),
    give: (_, address, units) => faucet.giveUnits(address, units),
    async arrived() {
      const found = new Map<string, { txid: string; units: bigint }[]>();
      const height = await node.height();
      for (let number = 0; number <= height; number++) {
        const { transactions } = await node.block((await node.blockHash(number)) ?? "");
        for (const { txid, outputs } of transactions)
          for (const { address, units } of outputs) if (address) add(found, address, { txid, units });
      }
      return found;
    },
    async stop() {
      await faucet.stop();
      await bitcoind.stop();
    },
  };
}

function add<T>(found: Map<string, T[]>, key: string, one: T): void {
  found.set(key, [...(found.get(key) ?? []), one]);
}
