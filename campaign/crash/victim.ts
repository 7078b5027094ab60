/** A server for the crash runs to kill: the whole application with its workers and signer, configured by the environment. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeApp } from "../../server/app.ts";
import { DECLARED } from "../../server/collected.ts";
import type { AppPorts } from "../../server/platform/app-ports.ts";
import { readConfig } from "../../server/platform/settings/config.ts";
import { openDbs } from "../../server/platform/postgres/schema/database.ts";
import { openFiles } from "../../server/platform/files/files.ts";
import { openLog } from "../../server/platform/log.ts";
import { LOGINS, urlAs } from "../../server/platform/postgres/logins.ts";
import { openBitcoinNode } from "../../server/platform/outside/chains/bitcoin-node.ts";
import { type Chains, NO_CHAINS } from "../../server/platform/outside/chains/chains.ts";
import { openEthereumNode } from "../../server/platform/outside/chains/ethereum-node.ts";
import { type LightningNode, openLnd } from "../../server/platform/outside/chains/lightning-node.ts";
import { openSigner } from "../../server/platform/outside/signer/signer-child.ts";
import { startWorkers } from "../../server/platform/events/workers.ts";

const {
  CRASH_BITCOIN_URL: bitcoinUrl,
  CRASH_ETHEREUM_URL: ethereumUrl,
  CRASH_ETHEREUM_TOKEN: token = "",
  CRASH_LIGHTNING_FILE: lightningFile,
} = process.env;
const config = readConfig({
  ...process.env,
  CHAINS: "off",
  RATE_LIMITS: "off",
  PUBLIC_URL: `http://localhost:${process.env.PORT}`,
});
const log = openLog({ level: "silent" });
const databaseUrl = config.databaseUrl ?? "";
const urlOf = (login: string) => urlAs(databaseUrl, { login });
const dbs = openDbs((name) => urlOf(LOGINS[name]), log);
const node = ethereumUrl ? openEthereumNode({ url: ethereumUrl }) : undefined;
const chainId = (await node?.chainId()) ?? 0;
const signer = openSigner({
  folder: join(config.dataDir, "signer"),
  key: undefined,
  databaseUrl: urlOf(LOGINS.signer),
  bitcoinChain: "regtest",
  ethereumChainId: chainId,
  token,
  bitcoinUrl,
  ethereumUrl,
  origin: config.publicUrl.origin,
});
const chains: Chains = {
  ...NO_CHAINS,
  ...(bitcoinUrl ? { bitcoin: { node: openBitcoinNode({ url: bitcoinUrl }), chain: "regtest" } } : {}),
  ...(node ? { ethereum: { node, chainId, token } } : {}),
  signer,
};
const ports: AppPorts = {
  db: dbs.web,
  dbs,
  config,
  log,
  chains: bitcoinUrl || ethereumUrl ? chains : NO_CHAINS,
  verifier: signer,
  files: openFiles(join(config.dataDir, "files")),
  ...(lightningFile ? { lightning: lightningIn(lightningFile) } : {}),
};
const app = await makeApp(ports);
startWorkers(ports, DECLARED);
await app.fastify.listen({ port: config.port, host: "127.0.0.1" });
process.send?.("listening");

/** The nodes die as well, and come back elsewhere: the file says where they are now. */
function lightningIn(file: string): () => LightningNode | undefined {
  let seen = "";
  let node: LightningNode | undefined;
  return () => {
    const now = existsSync(file) ? readFileSync(file, "utf8") : "";
    if (now === seen) return node;
    seen = now;
    node = now ? openLnd(JSON.parse(now).ours) : undefined;
    return node;
  };
}
