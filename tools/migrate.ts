/** npm run migrate: applies the migrations to DATABASE_URL, as its owner, or to the embedded database. */
import { readConfig } from "../server/platform/settings/config.ts";
import { startDatabase } from "../server/devnet/database.ts";
import { sealAnew } from "../server/people/phones/index.ts";
import { endChanges } from "../server/people/email-change/index.ts";
import { endAttempts } from "../server/people/social-accounts/index.ts";
import { sealAccountsAnew } from "../server/market/payment-accounts/index.ts";
import { sealDocumentsAnew } from "../server/outward/verification/index.ts";
import { openDb } from "../server/platform/postgres/db.ts";
import { openLog } from "../server/platform/log.ts";
import { migrate } from "../server/platform/postgres/migrate.ts";

const config = readConfig();
if (config.databaseUrl) {
  // The logins keep their passwords: a market may be running on them.
  await migrate(config.databaseUrl);
  if (config.sealing.before) {
    const db = openDb({ url: config.databaseUrl, log: openLog({ level: config.logLevel }), poolSize: 2 });
    process.stdout.write(`${await endChanges(db, config.sealing.version)}\n`);
    process.stdout.write(`${await endAttempts(db)}\n`);
    process.stdout.write(`${await sealDocumentsAnew(db, config)}\n`);
    process.stdout.write(`${await sealAccountsAnew(db, config)}\n`);
    process.stdout.write(`${await sealAnew(db, config)}\n`);
    await db.close();
  }
} else {
  const say = (text: string) => process.stdout.write(`· ${text}\n`);
  const database = await startDatabase({ config, log: openLog({ level: config.logLevel }), say });
  await database.stop();
}
process.stdout.write("The tables are up to date.\n");
