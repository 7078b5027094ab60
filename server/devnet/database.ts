/** Brings the database up: the one that DATABASE_URL names, or an embedded one under DATA_DIR. */
import { join } from "node:path";
import { openBus } from "../platform/bus/open-bus.ts";
import type { Config } from "../platform/settings/config.ts";
import { type OpenDatabase, openDatabase } from "../platform/postgres/schema/database.ts";
import { type Db, openDb } from "../platform/postgres/db.ts";
import type { Log } from "../platform/log.ts";
import { LOGINS } from "../platform/postgres/logins.ts";
import { ownDatabase } from "./own-roles.ts";
import { type Postgres, runningUrl, startPostgres } from "./postgres/postgres.ts";
import { supervise } from "./supervise.ts";

/** The name of the embedded one. */
const DATABASE = "parley";

export type Database = Omit<OpenDatabase, "close"> & {
  /** As the owner of the tables, who may do what no process may: to fill a market that is not open yet. */
  asOwner<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Where the embedded one keeps its data. */
  readonly folder?: string;
  stop(): Promise<void>;
};

export async function startDatabase({
  config,
  log,
  say,
}: {
  config: Config;
  log: Log;
  say: (text: string) => void;
}): Promise<Database> {
  const bus = await openBus(config.busUrl, log);
  const start = () => startPostgres({ dataDir: join(config.dataDir, "database"), say });
  const embedded = config.databaseUrl ? undefined : await start();
  // Its socket and its passwords are where they were: connections that broke are opened again as they are needed.
  const supervised = embedded && supervise({ name: "the database", first: embedded, start, say });
  try {
    const ownerUrl = config.databaseUrl ?? (await ownedBy(embedded));
    const { close, ...open } = await openDatabase({ ownerUrl, secret: config.secret, log, say, bus });
    return {
      ...open,
      async asOwner(work) {
        const db = openDb({ url: ownerUrl, log, poolSize: 4, bus });
        try {
          return await work(db);
        } finally {
          await db.close();
        }
      },
      ...(embedded ? { folder: embedded.cluster } : {}),
      async stop() {
        await close();
        await bus?.close();
        await supervised?.stop();
      },
    };
  } catch (error) {
    await bus?.close();
    await supervised?.stop();
    throw error;
  }
}

/** The same address, for a command beside the market that runs on this data. Throws where none has begun. */
export function runningOwnerUrl({ dataDir }: Pick<Config, "dataDir">): string {
  return runningUrl({ dataDir: join(dataDir, "database"), database: DATABASE, login: LOGINS.owner });
}

async function ownedBy(embedded: Postgres | undefined): Promise<string> {
  if (!embedded) throw new Error("there is neither a given nor an embedded database");
  const password = embedded.passwordOf(LOGINS.owner);
  return ownDatabase(embedded.adminUrl, { name: DATABASE, ...(password === undefined ? {} : { password }) });
}
