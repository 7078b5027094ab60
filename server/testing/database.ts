/**
 * A database for one test file, cloned from a migrated template. The cluster is the one `npm test` started, or one of
 * this process's own when a file is run alone.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import pg from "pg";
import { type Db, openDb } from "../platform/db.ts";
import { ids } from "../platform/ids.ts";
import { type Log, openLog } from "../platform/log.ts";
import { migrate, migrationsDigest } from "../platform/migrate.ts";
import { startPostgres } from "../devnet/postgres.ts";

export const testLog: Log = openLog({ level: process.env.LOG_LEVEL ?? "error" });

export type TestDatabase = {
  readonly db: Db;
  /** As the restricted role, the way the application connects. */
  readonly url: string;
  /** As the owner: only to look at, or to break a rule on purpose. */
  readonly owner: pg.Pool;
  /** Moves the market's clock for everybody. */
  moveClock(ms: number): Promise<void>;
  /** The market's clock stands at this instant from now on, and goes on by moveClock only. */
  standStill(instant: string): Promise<void>;
  /** Does the work while nobody can reach this database: every connection is cut and none is let in. */
  outage(work: () => Promise<void>): Promise<void>;
};

/** Call it at the top of a test file; it cleans up after the last test. */
export async function testDb({ poolSize = 10 }: { poolSize?: number } = {}): Promise<TestDatabase> {
  const ownerUrl = await clusterUrl();
  const name = `test_${ids.hash().toLowerCase()}`;
  await cloneTemplate(ownerUrl, name);
  const url = ownerUrl(name);
  const db = openDb({ url, role: "parley_app", log: testLog, poolSize });
  const owner = new pg.Pool({ connectionString: url, max: 2 });
  owner.on("error", () => undefined);
  after(async () => {
    await db.close();
    await owner.end();
    await withAdmin(ownerUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`));
    await leaveCluster();
  });
  const outage: TestDatabase["outage"] = (work) =>
    withAdmin(ownerUrl, async (admin) => {
      await admin.query(`alter database ${name} allow_connections false`);
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
      try {
        await work();
      } finally {
        await admin.query(`alter database ${name} allow_connections true`);
        await reachable(owner);
      }
    });
  return {
    db,
    url,
    owner,
    async moveClock(ms) {
      await owner.query("update market_clock set shift = shift + make_interval(secs => $1)", [ms / 1000]);
      await db.read((tx) => tx.readClock());
    },
    async standStill(instant) {
      await owner.query(`alter database ${name} set parley.now = '${instant}'`);
      // Connections that were open before have no such clock.
      await outage(async () => undefined);
    },
    outage,
  };
}

/** A connection that was cut is taken for a good one until its end has been read: asks until that is over. */
async function reachable(pool: pg.Pool): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await pool.query("select");
      return;
    } catch (error) {
      if (tries === 10) throw error;
    }
  }
}

type OwnCluster = { readonly ownerUrl: (database: string) => string; stop(): Promise<void> };

/** One for all databases of this process; the last of them to go takes it along. */
let own: Promise<OwnCluster> | undefined;
let ownUsers = 0;

async function clusterUrl(): Promise<(database: string) => string> {
  const given = process.env.PARLEY_TEST_POSTGRES;
  if (given) return (database) => `postgres://parley@/${database}?host=${encodeURIComponent(given)}`;
  own ??= startOwn();
  ownUsers += 1;
  return (await own).ownerUrl;
}

async function startOwn(): Promise<OwnCluster> {
  const folder = mkdtempSync(join(tmpdir(), "parley-test-"));
  const cluster = await startPostgres({
    dataDir: folder,
    temporary: true,
    settings: { fsync: "off", max_connections: "200" },
  });
  return {
    ownerUrl: cluster.ownerUrl,
    async stop() {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function leaveCluster(): Promise<void> {
  if (!own) return;
  ownUsers -= 1;
  if (ownUsers === 0) await (await own).stop();
}

async function withAdmin<T>(
  ownerUrl: (database: string) => string,
  work: (admin: pg.Client) => Promise<T>,
): Promise<T> {
  const admin = new pg.Client({ connectionString: ownerUrl("postgres") });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

async function cloneTemplate(ownerUrl: (database: string) => string, name: string): Promise<void> {
  const template = `template_${migrationsDigest()}`;
  await withAdmin(ownerUrl, async (admin) => {
    await admin.query("select pg_advisory_lock(7265002)");
    const { rowCount } = await admin.query("select from pg_database where datname = $1", [template]);
    if (rowCount === 0) {
      await admin.query(`drop database if exists ${template}_part with (force)`);
      await admin.query(`create database ${template}_part`);
      await migrate(ownerUrl(`${template}_part`));
      await admin.query(`alter database ${template}_part rename to ${template}`);
    }
    await admin.query(`create database ${name} template ${template}`);
  });
}
