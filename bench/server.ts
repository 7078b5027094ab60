/** The whole application on the bench's database, told to listen on a free port; without workers and without limits. */
import { join, resolve } from "node:path";
import { makeApp } from "../server/app.ts";
import { readConfig } from "../server/platform/config.ts";
import { openDb } from "../server/platform/db.ts";
import { openFiles } from "../server/platform/files.ts";
import { openLog } from "../server/platform/log.ts";
import { freePort } from "../server/devnet/child.ts";

const port = await freePort();
const config = readConfig({
  ...process.env,
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  CHAINS: "off",
  RATE_LIMITS: "off",
});
const log = openLog({ level: "error" });
const db = openDb({ url: config.databaseUrl ?? "", role: "parley_app", log });
const files = openFiles(join(config.dataDir, "files"));
const app = await makeApp({ db, config, log, files, distDir: resolve("dist") });
await app.fastify.listen({ port, host: "127.0.0.1" });
process.send?.(port);
