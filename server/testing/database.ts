/**
 * A database for one test file, cloned from a migrated template. The cluster is the one `npm test` started, or one of
 * this process's own when a file is run alone.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { closeDbs, type Dbs, type DbsOptions, openDbs } from "../platform/postgres/schema/database.ts";
import { type Db, openDb } from "../platform/postgres/db.ts";
import { openBus } from "../platform/bus/open-bus.ts";
import { ids } from "../platform/ids.ts";
import { type Log, openLog } from "../platform/log.ts";
import { LOGINS, urlAs } from "../platform/postgres/logins.ts";
import { filesDigest } from "../platform/postgres/schema/files.ts";
import { migrate } from "../platform/postgres/migrate.ts";
import { ownDatabase } from "../devnet/own-roles.ts";
import { startPostgres } from "../devnet/postgres/postgres.ts";
import { afterTests } from "./after-tests.ts";

export const testLog: Log = openLog({ level: process.env.LOG_LEVEL ?? "error" });

export type TestDatabase = {
  /** As the owner of the tables: for what a test makes before the application acts. */
  readonly db: Db;
  /** As each process of the application connects. */
  readonly dbs: Dbs;
  readonly signerUrl: string;
  /** Of the owner of the tables. */
  readonly url: string;
  /** What another process of this market sets as BUS_URL; undefined where PostgreSQL carries. */
  readonly busUrl: string | undefined;
  /** As the administrator of the cluster: only to look at, or to break a rule on purpose. */
  readonly owner: pg.Pool;
  /** Moves the market's clock for everybody. */
  moveClock(ms: number): Promise<void>;
  /** Stops the market's clock at this instant; from then on only moveClock advances it. */
  standStill(instant: string): Promise<void>;
  /** Does the work while nobody can reach this database: every connection is cut and none is let in. */
  outage(work: () => Promise<void>): Promise<void>;
};

/** Call it at the top of a test file; it cleans up after the last test. */
export async function testDb({ poolSize }: { poolSize?: number } = {}): Promise<TestDatabase> {
  const adminUrl = await clusterUrl();
  const name = `test_${ids.hash().toLowerCase()}`;
  await cloneTemplate(adminUrl, name);
  const urlOf = (login: string) => urlAs(adminUrl(name), { login });
  const url = urlOf(LOGINS.owner);
  let isStanding = false;
  const isStopped = () => isStanding;
  const busUrl = process.env.PARLEY_TEST_BUS && `${process.env.PARLEY_TEST_BUS}/${name}`;
  // As in processes of their own: what the worker or a test rings reaches the web over the carrier.
  const [bus, workersBus, webBus] = [
    await openBus(busUrl, testLog),
    await openBus(busUrl, testLog),
    await openBus(busUrl, testLog),
  ];
  const busOf: DbsOptions["busOf"] = (role) => (role === "web" ? webBus : workersBus);
  const db = openDb({ url, log: testLog, poolSize: poolSize ?? 10, isStopped, bus });
  const pools = poolSize ? { web: poolSize } : {};
  const dbs = openDbs((login) => urlOf(LOGINS[login]), testLog, { pools, isStopped, busOf });
  const owner = new pg.Pool({ connectionString: adminUrl(name), max: 2 });
  owner.on("error", () => undefined);
  afterTests(async () => {
    await db.close();
    await closeDbs(dbs);
    for (const each of [bus, workersBus, webBus]) await each?.close();
    await owner.end();
    await withAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`));
    await leaveCluster();
  });
  const outage: TestDatabase["outage"] = (work) =>
    withAdmin(adminUrl, async (admin) => {
      await admin.query(`alter database ${name} allow_connections false`);
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
      try {
        await work();
      } finally {
        await admin.query(`alter database ${name} allow_connections true`);
        await reachable(owner);
      }
    });
  const syncClock = async () => {
    const everybody = [db, ...Object.values(dbs)].map((each) => ({ each, askedAt: each.marketNow() }));
    const now = await db.read((tx) => tx.readClock());
    for (const { each, askedAt } of everybody) each.syncClock(now, askedAt);
  };
  return {
    db,
    dbs,
    signerUrl: urlOf(LOGINS.signer),
    url,
    busUrl,
    owner,
    async moveClock(ms) {
      await owner.query("update market_clock set shift = shift + make_interval(secs => $1)", [ms / 1000]);
      await syncClock();
    },
    async standStill(instant) {
      isStanding = true;
      await owner.query("update market_clock set stands_at = $1", [instant]);
      await syncClock();
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

type OwnCluster = { readonly adminUrl: (database: string) => string; stop(): Promise<void> };

/** One for all databases of this process; the last of them to go takes it along. */
let own: Promise<OwnCluster> | undefined;
let ownUsers = 0;

async function clusterUrl(): Promise<(database: string) => string> {
  const given = process.env.PARLEY_TEST_POSTGRES;
  if (given) return (database) => `postgres://parley@/${database}?host=${encodeURIComponent(given)}`;
  own ??= startOwn();
  ownUsers += 1;
  return (await own).adminUrl;
}

async function startOwn(): Promise<OwnCluster> {
  const folder = mkdtempSync(join(tmpdir(), "parley-test-"));
  const cluster = await startPostgres({
    dataDir: folder,
    temporary: true,
    settings: { fsync: "off", max_connections: "200" },
  });
  return {
    adminUrl: cluster.adminUrl,
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
  adminUrl: (database: string) => string,
  work: (admin: pg.Client) => Promise<T>,
): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl("postgres") });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** Of what the files say now. */
export const templateName = () => `template_${filesDigest()}`;
/** Of what they said when this process made its first database of this round: campaign/guards changes files between its rounds. */
const known = new Map<string, string>();

async function cloneTemplate(adminUrl: (database: string) => string, name: string): Promise<void> {
  const { ROUND: round = "" } = process.env;
  const template = known.get(round) ?? templateName();
  known.set(round, template);
  await withAdmin(adminUrl, async (admin) => {
    await admin.query("select pg_advisory_lock(7265002)");
    const { rowCount } = await admin.query("select from pg_database where datname = $1", [template]);
    if (rowCount === 0) {
      await admin.query(`drop database if exists ${template}_part with (force)`);
      await migrate(await ownDatabase(adminUrl, { name: `${template}_part` }));
      await admin.query(`alter database ${template}_part rename to ${template}`);
    }
    await admin.query(`create database ${name} template ${template} strategy file_copy owner ${LOGINS.owner}`);
  });
}
