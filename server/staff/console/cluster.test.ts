// Guards: administrators see which processes run, which were lost and which have stopped; events that wait, a new timeline once, and how old
// the last restore drill is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { getStaffCluster } from "#contract/staff/cluster.ts";
import { startPresence } from "../../platform/presence/presence.ts";
import { aModerator } from "../../testing/market/disputes.ts";
import { aPerson, testApp, testLog } from "../../testing/index.ts";

const app = await testApp();
const { owner, dbs } = app;
const admin = await aModerator({ app }, "admin");
const look = async () => (await admin.call(getStaffCluster, {})).data;

test("only administrators see it", async () => {
  assert.equal((await (await aModerator({ app })).call(getStaffCluster, {})).code, "auth.forbidden");
  assert.equal((await (await aPerson(app)).client.call(getStaffCluster, {})).code, "auth.forbidden");
  assert.equal((await admin.call(getStaffCluster, {})).status, 200);
});

test("a process runs, is lost when it says nothing, and has stopped when it ended by itself", async () => {
  const presence = startPresence({ part: "all", dbs, log: testLog, everyMs: 30 });
  const one = async () => (await look()).processes.find(({ part }) => part === "all");
  const isBusy = (found: Awaited<ReturnType<typeof one>>) =>
    found?.figures?.pools.some(({ login, open, most }) => login === "web" && open > 0 && most === 24);
  for (let tries = 0; tries < 100 && !isBusy(await one()); tries++) await pause(20);
  const running = await one();
  assert.deepEqual([running?.state, running?.pid, running?.figures?.bus.carrier], ["running", process.pid, "notify"]);
  assert.ok(isBusy(running));
  await presence.stop();
  assert.equal((await one())?.state, "stopped");
  await owner.query(
    "update processes set stopped_at = null, seen_at = clock_timestamp() - interval '40 seconds' where part = 'all'",
  );
  assert.equal((await one())?.state, "lost");
  await owner.query("update processes set seen_at = clock_timestamp() - interval '61 minutes' where part = 'all'");
  assert.equal(await one(), undefined);
});

test("what no process of ours would write is shown without figures", async () => {
  for (const figures of ['{"pools": "many"}', "[]", '{"leads": ["everything"]}']) {
    await dbs.web.tx(
      (tx) => tx.rows`select note_process('x', 'web', 'host', 1, '1', 0, ${figures}::jsonb, false) is null as done`,
    );
    const found = (await look()).processes.find(({ id }) => id === "x");
    assert.deepEqual([found?.state, found?.figures], ["running", null]);
  }
});

test("the primary is described, and that nothing follows it", async () => {
  const { database } = await look();
  assert.deepEqual([database.isInRecovery, database.timeline, database.synchronousNames], [false, 1, ""]);
  assert.deepEqual([database.standbys, database.showsStandbys, database.failover], [[], true, null]);
});

test("another timeline is kept once, with the one before, however many processes look", async () => {
  await app.runJob("note-timeline");
  await app.runJob("note-timeline");
  const rows = async () =>
    (await owner.query("select timeline_before, timeline from database_timelines order by id")).rows;
  assert.deepEqual(await rows(), [{ timeline_before: null, timeline: 1 }]);
  assert.equal((await look()).database.failover, null);
  await owner.query("update database_timelines set timeline = 7");
  await Promise.all([1, 2, 3].map(() => app.runJob("note-timeline")));
  assert.deepEqual((await rows()).slice(1), [{ timeline_before: 7, timeline: 1 }]);
  const { failover } = (await look()).database;
  assert.deepEqual([failover?.from, failover?.to], [7, 1]);
});

test("a dump that was restored into another cluster is no failover, and the table keeps three hundred rows", async () => {
  await owner.query("update database_timelines set system_identifier = 5");
  await app.runJob("note-timeline");
  const { rows } = await owner.query("select timeline_before from database_timelines order by id desc limit 1");
  assert.deepEqual(rows, [{ timeline_before: null }]);
  await owner.query(
    `insert into database_timelines (system_identifier, timeline, seen_at)
     select 5, n, now() from generate_series(1, 400) n`,
  );
  await app.runJob("note-timeline");
  assert.equal((await owner.query("select from database_timelines")).rowCount, 300);
});

test("events that wait are counted by lane, with the age of the oldest", async () => {
  await app.deliverEvents();
  assert.deepEqual((await look()).lanes, []);
  await owner.query(
    `insert into events (type, subject, payload, at, written_at)
     select 'x', 'one subject', '{}', now(), clock_timestamp() - make_interval(mins => n) from generate_series(1, 3) n`,
  );
  const found = await look();
  const [lane, ...others] = found.lanes;
  assert.deepEqual(others, []);
  assert.equal(lane?.waiting, 3);
  assert.ok(Date.parse(found.at) - Date.parse(lane?.oldestAt ?? "") >= 59_000);
  await owner.query("delete from events where type = 'x'");
});

test("a restore drill is due when there was none, and ninety days after the last", async () => {
  const { drill, isDrillDue } = await look();
  assert.deepEqual([drill, isDrillDue], [null, true]);
  const record = (days: number) =>
    owner.query(
      `insert into restore_drills (at, rpo_sec, rto_sec, note, recorded_at)
       values (clock_timestamp() - make_interval(days => $1), 4, 310, 'spare machine', clock_timestamp())`,
      [days],
    );
  await record(91);
  assert.equal((await look()).isDrillDue, true);
  await record(89);
  await record(100);
  const recent = await look();
  assert.deepEqual([recent.isDrillDue, recent.drill?.rpoSec, recent.drill?.rtoSec], [false, 4, 310]);
});
