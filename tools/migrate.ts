/** npm run migrate: applies the migrations to DATABASE_URL, as its owner, or to the embedded database. */
import { sealAnew } from "../server/collected.ts";
import { readConfig } from "../server/platform/settings/config.ts";
import { startDatabase } from "../server/devnet/database.ts";
import { openDb } from "../server/platform/postgres/db.ts";
import { openLog } from "../server/platform/log.ts";
import { migrate } from "../server/platform/postgres/migrate.ts";

const config = readConfig();
if (config.databaseUrl) {
  // The logins keep their passwords: a market may be running on them.
  await migrate(config.databaseUrl);
  if (config.sealing.before) {
    const db = openDb({ url: config.databaseUrl, log: openLog({ level: config.logLevel }), poolSize: 2 });
    await sealAnew(db, config, (text) => process.stdout.write(`${text}\n`));
    await db.close();
  }
} else {
  const say = (text: string) => process.stdout.write(`· ${text}\n`);
  const database = await startDatabase({ config, log: openLog({ level: config.logLevel }), say });
  await database.stop();
}
process.stdout.write("The tables are up to date.\n");
