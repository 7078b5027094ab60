/** Brings the database up: the one that DATABASE_URL names, or an embedded one under DATA_DIR. */
import { join } from "node:path";
import pg from "pg";
import type { Config } from "../platform/config.ts";
import { openDatabase } from "../platform/database.ts";
import type { Db } from "../platform/db.ts";
import type { Log } from "../platform/log.ts";
import { startPostgres } from "./postgres.ts";

export type Database = {
  readonly db: Db;
  /** Connects as the owner: for the signer's own reader, which takes the role itself. */
  readonly url: string;
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
  const embedded = config.databaseUrl
    ? undefined
    : await startPostgres({ dataDir: join(config.dataDir, "database"), say });
  try {
    const url = config.databaseUrl ?? (await ownDatabase(embedded?.ownerUrl));
    const db = await openDatabase({ url, log, say });
    return {
      db,
      url,
      ...(embedded ? { folder: embedded.cluster } : {}),
      async stop() {
        await db.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function ownDatabase(ownerUrl: ((database: string) => string) | undefined): Promise<string> {
  if (!ownerUrl) throw new Error("there is neither a given nor an embedded database");
  const admin = new pg.Client({ connectionString: ownerUrl("postgres") });
  await admin.connect();
  const { rowCount } = await admin.query("select from pg_database where datname = 'parley'");
  if (rowCount === 0) await admin.query("create database parley");
  await admin.end();
  return ownerUrl("parley");
}
