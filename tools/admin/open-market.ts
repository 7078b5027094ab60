/** Opens the database of a market as its owner, beside the processes that run it. */
import { runningOwnerUrl } from "../../server/devnet/database.ts";
import type { Config } from "../../server/platform/settings/config.ts";
import { type Db, openDb } from "../../server/platform/postgres/db.ts";
import { opensEmails } from "../../server/people/accounts/index.ts";
import { openLog } from "../../server/platform/log.ts";
import { canEnter, LOGINS, passwordFrom, urlAs } from "../../server/platform/postgres/logins.ts";
import { migrationFault } from "../../server/platform/postgres/migrate.ts";
import { useSealingSecret } from "../../server/platform/sealed.ts";

/** Throws where no market of this version and these secrets has begun. Changes nothing by itself. */
export async function openMarket(config: Config): Promise<{ db: Db; close(): Promise<void> }> {
  const ownerUrl = config.databaseUrl ?? runningOwnerUrl(config);
  const fault = await migrationFault(ownerUrl).catch((error: unknown) => {
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`The database does not answer (${said}). An embedded one runs while npm start does.`);
  });
  if (fault) throw new Error(`${fault} npm start or npm run migrate of this version makes its tables.`);
  useSealingSecret(config.secret, config.sealing);
  const db = openDb({ url: ownerUrl, log: openLog({ level: config.logLevel }), poolSize: 2 });
  try {
    // With another secret, accounts would be made that the market cannot read.
    const isItsSecret = (await db.read(opensEmails)) ?? (await isSecretOfLogins(ownerUrl, config));
    if (!isItsSecret)
      throw new Error("PARLEY_SECRET or DATA_DIR is not that of the market that runs on this database.");
    return { db, close: () => db.close() };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Before there is any account: the logins have passwords by the secret, unless the operator gave them others. */
function isSecretOfLogins(ownerUrl: string, { secret, hasOwnSecret }: Config): Promise<boolean> | true {
  return hasOwnSecret || canEnter(urlAs(ownerUrl, { login: LOGINS.web, password: passwordFrom(secret, LOGINS.web) }));
}
