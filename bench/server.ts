/** The whole application on the bench's database, listening on a free port; without workers and without limits. */
import { join } from "node:path";
import { makeApp } from "../server/app.ts";
import { readConfig } from "../server/platform/settings/config.ts";
import { openDbs } from "../server/platform/postgres/schema/database.ts";
import { openFiles } from "../server/platform/files/files.ts";
import { openLog } from "../server/platform/log.ts";
import { LOGINS, urlAs } from "../server/platform/postgres/logins.ts";
import { startChains } from "../server/devnet/chains.ts";
import { freePort } from "../server/devnet/child.ts";
import { tellMemory } from "./growth/memory-now.ts";

const port = await freePort();
const config = readConfig({
  ...process.env,
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  CHAINS: "off",
  RATE_LIMITS: "off",
});
const log = openLog({ level: "error" });
const urlOf = (login: string) => urlAs(config.databaseUrl ?? "", { login });
const dbs = openDbs((name) => urlOf(LOGINS[name]), log);
const { verifier } = await startChains({ config, signerUrl: urlOf(LOGINS.signer), say: () => undefined });
const files = openFiles(join(config.dataDir, "files"));
const app = await makeApp({
  db: dbs.web,
  dbs,
  config,
  log,
  files,
  verifier,
  distDir: join(import.meta.dirname, "../dist"),
});
await app.fastify.listen({ port, host: "127.0.0.1" });
tellMemory();
process.send?.(port);
