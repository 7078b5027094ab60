/** npm run seed: fills an empty market with the demo's traders, offers and past trades, as the first start does. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { makeApp } from "../server/app.ts";
import { presetMarket, seedMarket } from "../server/demo/index.ts";
import { readConfig } from "../server/platform/settings/config.ts";
import { startDatabase } from "../server/devnet/database.ts";
import { openFiles } from "../server/platform/files/files.ts";
import { openLog } from "../server/platform/log.ts";
import { startChains } from "../server/devnet/chains.ts";

const say = (text: string) => process.stdout.write(`· ${text}\n`);
const config = readConfig();
if (!config.demo) {
  process.stderr.write("npm run seed fills a demo market, and with these settings this is none.\n");
  process.exit(1);
}
const log = openLog({ level: config.logLevel });
mkdirSync(config.dataDir, { recursive: true });
const database = await startDatabase({ config, log, say });
const chains = await startChains({ config, signerUrl: database.signerUrl, say });
const { dbs } = database;
const ports = {
  db: dbs.web,
  dbs,
  config,
  log,
  files: openFiles(join(config.dataDir, "files")),
  verifier: chains.verifier,
  chains,
};
await database.asOwner((db) => db.tx((tx) => presetMarket(tx, { isDemo: true })));
const app = await makeApp(ports);
try {
  const isDone = await database.asOwner((db) => seedMarket({ ...ports, db, say }));
  say(isDone ? "the demo market is ready" : "there are users already: nothing was seeded");
} finally {
  await app.close();
  await chains.stop();
  await database.stop();
}
