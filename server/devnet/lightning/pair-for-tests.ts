/** A chain of its own with two Lightning nodes and a channel between them, for tests. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BitcoinFaucet } from "../../platform/outside/chains/chains.ts";
import { openBitcoinFaucet } from "../bitcoin-faucet.ts";
import { startBitcoind } from "../bitcoind/bitcoind.ts";
import { bitcoindForTests } from "../bitcoind/for-tests.ts";
import { type LightningPair, openPair } from "./pair.ts";

export type PairForTests = {
  readonly pair: LightningPair;
  readonly bitcoinUrl: string;
  readonly faucet: BitcoinFaucet;
  stop(): Promise<void>;
};

/** Undefined where this machine cannot have a bitcoind: the test then says `not run: no bitcoind`. */
export async function pairForTests(folder: string): Promise<PairForTests | undefined> {
  const binary = await bitcoindForTests();
  if (!binary) return undefined;
  const dataDir = join(folder, "bitcoin");
  mkdirSync(dataDir, { recursive: true });
  const bitcoind = await startBitcoind({ binary, dataDir });
  const faucet = await openBitcoinFaucet({ url: bitcoind.url, blockMs: 0 });
  const pair = await openPair({
    ...{ bitcoinUrl: bitcoind.url, faucet, folder: join(folder, "nodes"), secret: new Uint8Array(randomBytes(32)) },
    ...{ say: () => undefined, nowMs: () => Date.now() },
  });
  return {
    ...{ pair, bitcoinUrl: bitcoind.url, faucet },
    async stop() {
      pair.stop();
      await bitcoind.stop();
    },
  };
}
