/** A server that is there to be killed: the whole application on a given database, told its port by the environment. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeApp } from "../../server/app.ts";
import { MODULES } from "../../server/modules.ts";
import type { AppPorts } from "../../server/platform/app-ports.ts";
import { readConfig } from "../../server/platform/config.ts";
import { openDb } from "../../server/platform/db.ts";
import { openFiles } from "../../server/platform/files.ts";
import { openLog } from "../../server/platform/log.ts";
import { startWorkers } from "../../server/platform/workers.ts";

const config = readConfig({
  ...process.env,
  CHAINS: "off",
  RATE_LIMITS: "off",
  PUBLIC_URL: `http://localhost:${process.env.PORT}`,
});
const log = openLog({ level: "silent" });
const db = openDb({ url: config.databaseUrl ?? "", role: "parley_app", log, poolSize: 12 });
const ports: AppPorts = { db, config, log, files: openFiles(mkdtempSync(join(tmpdir(), "parley-victim-"))) };
const app = await makeApp(ports);
startWorkers(ports, MODULES);
await app.fastify.listen({ port: config.port, host: "127.0.0.1" });
process.send?.("listening");
