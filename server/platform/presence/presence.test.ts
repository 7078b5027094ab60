// Guards: a process writes one row about itself, ends as stopped, and can write no row of another login; the table does not grow.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { openDb } from "../postgres/db.ts";
import { recentMost } from "../postgres/recent-most.ts";
import { ids } from "../ids.ts";
import { testDb, testLog } from "../../testing/index.ts";
import { processFigures } from "./figures.ts";
import { noteProcess } from "./presence-rows.ts";
import { startPresence } from "./presence.ts";

const { dbs, owner, signerUrl } = await testDb();
const rowsOf = async (part: string) =>
  (await owner.query("select * from processes where part = $1 order by started_at", [part])).rows;

async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (const endsAt = performance.now() + 10_000; ; await pause(20)) {
    const value = await read();
    if (isSo(value)) return value;
    if (performance.now() > endsAt) throw new Error("not within ten seconds");
  }
}

const aRow = (part: "web" | "worker") => ({
  ...{ instance: ids.hash(), part, host: "host-1", pid: 7, release: "1.0.0", ageSec: 5, isStopping: false },
  figures: {
    ...{ leads: [], loopP99Ms: 0, pools: [], replicas: [] },
    bus: { carrier: "notify" as const, isUp: null, gapSec: null },
  },
});

test("a process has one row, which says what it leads in and how busy it is, and that it has stopped", async () => {
  const presence = startPresence({ part: "worker", dbs: { worker: dbs.worker }, log: testLog, everyMs: 30 });
  presence.leadsBy(() => ["worker"]);
  const leads = (rows: { figures: { leads: string[] } }[]) => rows[0]?.figures.leads.length === 1;
  const [row, ...others] = await until(() => rowsOf("worker"), leads);
  assert.deepEqual(others, []);
  assert.deepEqual([row.login, row.pid, row.stopped_at], ["parley_worker", process.pid, null]);
  const figures = processFigures.parse(row.figures);
  assert.equal(figures.bus.carrier, "notify");
  const pool = figures.pools.find(({ kind }) => kind === "transactions");
  assert.deepEqual([pool?.login, pool?.most, pool?.waiting], ["worker", 16, 0]);
  await presence.stop();
  const [stopped, ...more] = await rowsOf("worker");
  assert.deepEqual(more, []);
  assert.ok(stopped.stopped_at);
  assert.deepEqual(stopped.figures.leads, []);
  await pause(80);
  assert.deepEqual((await rowsOf("worker"))[0].seen_at, stopped.seen_at, "nothing is written after the end");
});

test("each login writes rows of its own part only, and the signer too", async () => {
  const signer = openDb({ url: signerUrl, log: testLog, poolSize: 1 });
  try {
    const logins = { ...dbs, signer };
    for (const [login, db] of Object.entries(logins))
      for (const part of ["all", ...Object.keys(logins)] as "web"[]) {
        const written = db.tx((tx) => noteProcess(tx, aRow(part)));
        const isItsOwn = part === login || ((part as string) === "all" && login === "web");
        if (isItsOwn) await written;
        else await assert.rejects(written, /has no part/, `${login} as ${part}`);
      }
  } finally {
    await signer.close();
  }
  const { rows } = await owner.query("select distinct login, part from processes where part <> 'all'");
  for (const { login, part } of rows) assert.equal(login, `parley_${part}`);
});

test("the same name of an instance is another row of another login", async () => {
  const [web, worker] = [aRow("web"), aRow("worker")];
  await dbs.web.tx((tx) => noteProcess(tx, web));
  await dbs.worker.tx((tx) => noteProcess(tx, { ...worker, instance: web.instance, host: "elsewhere" }));
  const { rows } = await owner.query("select host from processes where instance = $1 and part = 'web'", [web.instance]);
  assert.deepEqual(rows, [{ host: "host-1" }]);
});

test("rows that nobody wrote for an hour go, and a login has no more than a hundred", async () => {
  await owner.query("update processes set seen_at = clock_timestamp() - interval '61 minutes'");
  const row = aRow("web");
  await dbs.web.tx((tx) => noteProcess(tx, row));
  assert.equal((await owner.query("select from processes")).rowCount, 1);
  await owner.query(
    `insert into processes (login, instance, part, host, pid, release, started_at, seen_at, figures)
     select 'parley_web', n::text, 'web', 'h', 1, '1', now(), clock_timestamp(), '{}' from generate_series(1, 99) n`,
  );
  await dbs.web.tx((tx) => noteProcess(tx, row));
  await assert.rejects(
    dbs.web.tx((tx) => noteProcess(tx, aRow("web"))),
    /a hundred processes/,
  );
  await dbs.worker.tx((tx) => noteProcess(tx, aRow("worker")));
});

test("a wait for a connection is seen for a minute", async () => {
  const db = openDb({ url: signerUrl, log: testLog, poolSize: 1 });
  try {
    const holding = db.tx((tx) => tx.rows`select pg_sleep(0.2)`);
    await pause(20);
    const waiting = db.tx((tx) => tx.rows`select 1 as one`);
    await pause(20);
    const { busy, waiting: queued } = db.pools().transactions;
    assert.deepEqual([busy, queued], [1, 1]);
    await Promise.all([holding, waiting]);
    const { longestWaitMs } = db.pools().transactions;
    assert.ok(longestWaitMs > 100, String(longestWaitMs));
  } finally {
    await db.close();
  }
  let nowMs = 0;
  const waits = recentMost(() => nowMs);
  waits.note(30);
  waits.note(20);
  assert.equal(waits.most(), 30);
  nowMs = 49_000;
  waits.note(10);
  assert.equal(waits.most(), 30);
  nowMs = 61_000;
  assert.equal(waits.most(), 10);
  nowMs = 200_000;
  assert.equal(waits.most(), 0);
});
