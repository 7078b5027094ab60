/** npm run migrate: applies the migrations to DATABASE_URL, or to the embedded database. */
import { readConfig } from "../server/platform/config.ts";
import { startDatabase } from "../server/devnet/database.ts";
import { openLog } from "../server/platform/log.ts";

const config = readConfig();
const database = await startDatabase({
  config,
  log: openLog({ level: config.logLevel }),
  say: (text) => process.stdout.write(`· ${text}\n`),
});
process.stdout.write("The tables are up to date.\n");
await database.stop();
