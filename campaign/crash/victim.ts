/** A server that is there to be killed: the whole application with its workers and signer, told by the environment. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeApp } from "../../server/app.ts";
import { MODULES } from "../../server/modules.ts";
import type { AppPorts } from "../../server/platform/app-ports.ts";
import { readConfig } from "../../server/platform/config.ts";
import { openDbs } from "../../server/platform/database.ts";
import { openFiles } from "../../server/platform/files.ts";
import { openLog } from "../../server/platform/log.ts";
import { LOGINS, urlAs } from "../../server/platform/logins.ts";
import { type Chains, NO_CHAINS } from "../../server/platform/outside/chains.ts";
import { openEthereumNode } from "../../server/platform/outside/ethereum-node.ts";
import { openSigner } from "../../server/platform/outside/signer.ts";
import { startWorkers } from "../../server/platform/workers.ts";

const { CRASH_ETHEREUM_URL: nodeUrl, CRASH_ETHEREUM_TOKEN: token = "" } = process.env;
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
const chains = nodeUrl ? await chainsOn(nodeUrl) : NO_CHAINS;
const ports: AppPorts = {
  db: dbs.web,
  dbs,
  config,
  log,
  chains,
  files: openFiles(mkdtempSync(join(tmpdir(), "parley-victim-"))),
};
const app = await makeApp(ports);
startWorkers(ports, MODULES);
await app.fastify.listen({ port: config.port, host: "127.0.0.1" });
process.send?.("listening");

async function chainsOn(url: string): Promise<Chains> {
  const node = openEthereumNode({ url });
  const chainId = await node.chainId();
  const signer = openSigner({
    folder: join(config.dataDir, "signer"),
    key: undefined,
    databaseUrl: urlOf(LOGINS.signer),
    bitcoinChain: "regtest",
    ethereumChainId: chainId,
    token,
  });
  return { ...NO_CHAINS, ethereum: { node, chainId, token }, signer };
}
