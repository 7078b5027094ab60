/** One of two application processes behind a proxy: it serves requests only; timers run elsewhere. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { makeApp } from "../../server/app.ts";
import { openBus } from "../../server/platform/bus/open-bus.ts";
import { readConfig } from "../../server/platform/settings/config.ts";
import { openDbs } from "../../server/platform/postgres/schema/database.ts";
import { openFiles } from "../../server/platform/files/files.ts";
import { openLog } from "../../server/platform/log.ts";
import { LOGINS, urlAs } from "../../server/platform/postgres/logins.ts";
import { openDb } from "../../server/platform/postgres/db.ts";
import { openAddresses } from "../../server/signer/addresses/addresses.ts";
import { addressesOf } from "../../server/testing/app.ts";
import { writePlainWeb } from "../../server/testing/plain-web.ts";
import { scriptedKeys } from "../../server/testing/outside/scripted/world.ts";
import { openVerifier } from "../../server/testing/people/verifier.ts";

const config = readConfig({ ...process.env, CHAINS: "off", RATE_LIMITS: "off", PUBLIC_URL: "http://localhost" });
const log = openLog({ level: process.env.LOG_LEVEL ?? "error" });
const urlOf = (login: string) => urlAs(config.databaseUrl ?? "", { login });
const bus = await openBus(config.busUrl, log);
const dbs = openDbs((name) => urlOf(LOGINS[name]), log, { pools: { web: 8 }, busOf: () => bus });
const { origin } = config.publicUrl;
const signerUrl = urlOf(LOGINS.signer);
const addresses = openAddresses(openDb({ url: signerUrl, log, poolSize: 1 }), scriptedKeys());
const verifier = { ...openVerifier({ signerUrl, origin, log }), ...addressesOf(addresses) };
const files = openFiles(join(config.dataDir, "files"));
const distDir = writePlainWeb(mkdtempSync(join(config.dataDir, "web-")));
const app = await makeApp({ db: dbs.web, dbs, config, log, verifier, files, distDir });
await app.fastify.listen({ port: 0, host: "127.0.0.1" });
const address = app.fastify.server.address();
process.send?.(typeof address === "object" ? address?.port : undefined);
// It ends with its parent process.
process.once("disconnect", () => process.exit());
