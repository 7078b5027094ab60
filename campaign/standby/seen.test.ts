// Guards: staff see a real standby with its state and lag once the owner of the tables may see it, and how many there are before; a process that reads
// from it says how far it is behind; and the promotion of a standby is noticed once, with both timelines.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { getStaffCluster, type StaffCluster } from "#contract/staff/cluster.ts";
import { startPostgres } from "../../server/devnet/postgres/postgres.ts";
import { startPresence } from "../../server/platform/presence/presence.ts";
import { openDb } from "../../server/platform/postgres/db.ts";
import { LOGINS, urlAs } from "../../server/platform/postgres/logins.ts";
import { viewCluster } from "../../server/staff/console/index.ts";
import { module } from "../../server/staff/console/module.ts";
import { aModerator } from "../../server/testing/market/disputes.ts";
import { testApp, testLog } from "../../server/testing/index.ts";
import { startStandby } from "./standby.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-primary-"));
const settings = { fsync: "off", max_connections: "200" };
const cluster = await startPostgres({ dataDir: folder, temporary: true, settings });
const shared = process.env.PARLEY_TEST_POSTGRES;
process.env.PARLEY_TEST_POSTGRES = cluster.socketDir;
const app = await testApp();
if (shared === undefined) delete process.env.PARLEY_TEST_POSTGRES;
else process.env.PARLEY_TEST_POSTGRES = shared;
const admin = await aModerator({ app }, "admin");
await app.runJob("note-timeline");
const standby = await startStandby(cluster);
const name = /test_\w+/.exec(app.url)?.[0] ?? "";
const [operator, lagging] = [cluster.adminUrl(name), standby.adminUrl(name)].map(
  (connectionString) => new pg.Client({ connectionString }),
) as [pg.Client, pg.Client];
for (const client of [operator, lagging]) {
  client.on("error", () => undefined);
  await client.connect();
}
after(async () => {
  await operator.end();
  await lagging.end();
  await standby.remove();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

const look = async () => (await admin.call(getStaffCluster, {})).data;
async function until(isSo: (found: StaffCluster) => boolean): Promise<StaffCluster> {
  for (const endsAt = performance.now() + 15_000; ; await pause(100)) {
    const found = await look();
    if (isSo(found)) return found;
    if (performance.now() > endsAt) throw new Error(JSON.stringify(found));
  }
}

test("without the right to see more, it says that there is one standby; with it, its name, state and lag", async () => {
  const hidden = await until(({ database }) => database.standbys.length === 1);
  assert.deepEqual([hidden.database.showsStandbys, hidden.database.standbys[0]?.state], [false, null]);
  await operator.query(`grant pg_read_all_stats to ${LOGINS.owner}`);
  const { database } = await until((found) => found.database.standbys[0]?.state === "streaming");
  assert.equal(database.showsStandbys, true);
  assert.deepEqual([database.standbys[0]?.name, database.standbys[0]?.syncState], [standby.name, "async"]);
});

test("a standby that stands still lags, by bytes and by time, and a process that reads from it says so", async () => {
  const urls = [urlAs(standby.adminUrl(name), { login: LOGINS.web })];
  const url = urlAs(cluster.adminUrl(name), { login: LOGINS.web });
  const web = openDb({ url, log: testLog, replicas: { urls, mostLagSec: 1 } });
  const presence = startPresence({ part: "web", dbs: { web }, log: testLog, everyMs: 200 });
  const replicaOf = ({ processes }: StaffCluster) =>
    processes.find(({ part }) => part === "web")?.figures?.replicas[0] ?? { host: "", lagMs: -1 };
  try {
    const near = await until((found) => (replicaOf(found).lagMs ?? -1) >= 0);
    assert.doesNotMatch(replicaOf(near).host, /parley_web|@/);
    await lagging.query("select pg_wal_replay_pause()");
    await app.owner.query("create table filler as select repeat('x', 1000) from generate_series(1, 2000)");
    const { database } = await until((found) => (found.database.standbys[0]?.lagMs ?? 0) >= 1000);
    assert.ok((database.standbys[0]?.lagBytes ?? 0) > 1_000_000);
    await until((found) => replicaOf(found).lagMs === null);
    await lagging.query("select pg_wal_replay_resume()");
    await until((found) => (found.database.standbys[0]?.lagBytes ?? 1) < 100_000 && replicaOf(found).lagMs !== null);
  } finally {
    await presence.stop();
    await web.close();
  }
});

test("a process is still seen while no standby confirms what is written, and the page names what commits wait for", async () => {
  const wait = async (names: string) => {
    await operator.query(`alter system set synchronous_standby_names = '${names}'`);
    await operator.query("select pg_reload_conf()");
    await until(({ database }) => database.synchronousNames === names);
  };
  await wait("nobody");
  const presence = startPresence({ part: "worker", dbs: { worker: app.dbs.worker }, log: testLog, everyMs: 200 });
  try {
    const seenAt = (found: StaffCluster) => found.processes.find(({ part }) => part === "worker")?.seenAt;
    const first = seenAt(await until((found) => seenAt(found) !== undefined));
    await until((found) => seenAt(found) !== first);
  } finally {
    await wait("");
    await presence.stop();
  }
});

test("after a failover the new primary has another timeline, which is noticed once and shown", async () => {
  await standbyHas(await endOfLog());
  await lagging.query("select pg_promote()");
  const db = openDb({ url: urlAs(standby.adminUrl(name), { login: LOGINS.worker }), log: testLog, poolSize: 2 });
  const web = openDb({ url: urlAs(standby.adminUrl(name), { login: LOGINS.web }), log: testLog, poolSize: 2 });
  try {
    const job = module.jobs?.find((one) => one.name === "note-timeline");
    const ports = { ...app.ports, db };
    for (let times = 0; times < 3; times++) await job?.run(ports, []);
    const { rows } = await lagging.query("select timeline_before, timeline from database_timelines order by id");
    assert.deepEqual(rows, [
      { timeline_before: null, timeline: 1 },
      { timeline_before: 1, timeline: 2 },
    ]);
    const { database } = await web.read(viewCluster);
    assert.deepEqual([database.timeline, database.failover?.from, database.failover?.to], [2, 1, 2]);
    assert.deepEqual([database.isInRecovery, database.standbys], [false, []]);
  } finally {
    await db.close();
    await web.close();
  }
});

const endOfLog = async () => (await operator.query("select pg_current_wal_lsn()::text as at")).rows[0].at as string;
async function standbyHas(position: string): Promise<void> {
  const asked = "select pg_last_wal_replay_lsn() >= $1::pg_lsn as it";
  while (!(await lagging.query(asked, [position])).rows[0].it) await pause(50);
}
