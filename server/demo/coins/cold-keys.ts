/** The seed of the demo's cold account: made at the first start, kept with the demo's data, and read by the demo only. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../platform/settings/config.ts";
import { syncFolderNow } from "../../platform/files/sync-folder.ts";
import { type ColdWallet, openColdWallet } from "./cold-wallet.ts";

const pathOf = (dataDir: string) => join(dataDir, "demo", "cold-seed");

/** Undefined where the market has no cold account of the demo's. */
export function findColdWallet({ dataDir }: Pick<Config, "dataDir">): ColdWallet | undefined {
  const path = pathOf(dataDir);
  return existsSync(path)
    ? openColdWallet(Buffer.from(readFileSync(path, "utf8").trim(), "hex"), "regtest")
    : undefined;
}

/** The settings of a demo on chains of its own with a cold account of its own, unless they name one. */
export function withDemoCold(config: Config): Config {
  if (!config.demo || !config.chains || config.coldBitcoinXpub || config.coldEthereumAddress) return config;
  const { account } = findColdWallet(config) ?? makeColdWallet(config);
  return { ...config, coldBitcoinXpub: account.bitcoin, coldEthereumAddress: account.ethereum };
}

function makeColdWallet({ dataDir }: Config): ColdWallet {
  const path = pathOf(dataDir);
  mkdirSync(join(dataDir, "demo"), { recursive: true, mode: 0o700 });
  const seed = randomBytes(32);
  writeFileSync(path, seed.toString("hex"), { mode: 0o600, flush: true });
  for (const folder of [join(dataDir, "demo"), dataDir]) syncFolderNow(folder);
  return openColdWallet(seed, "regtest");
}
