// Guards: when every server of the database is lost, a restore from the backup has every acknowledged act but those of the last seconds, and clients that
// ask again with the same keys have each act done once.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { getWalletBalances } from "#contract/products/wallet/wallet.ts";
import { checkInvariants, LEDGER_CHECKS } from "../../../server/money/ledger/index.ts";
import { ARCHIVE_SEC, backUp, makeStore, restore } from "../backups.ts";
import type { Program } from "../hosts.ts";
import { type Act, isDone, load, messagesOf } from "../load.ts";
import { outside } from "../root.ts";
import { type Stage, seconds, type Web } from "../stage.ts";

const NAME = "restored";
const LOAD_MS = 30_000;
/** The archiver and the copy take their time on a machine that all hosts share. */
const SLACK_MS = 20_000;

export function proveRestore(stage: Stage): void {
  const { cluster, place, database, note } = stage;
  test("a restore has every acknowledged act but those of the last seconds, and their keys do each of them once", async () => {
    const { primary } = await cluster.whole();
    await makeStore(place, primary.host);
    const running = await load(stage, NAME);
    await pause(3000);
    const backupAtMs = performance.now();
    await backUp(place, primary.host);
    note(`a full backup under load took ${seconds(performance.now() - backupAtMs)}`);
    const afterBackup = running.acts.length;
    await pause(LOAD_MS);
    // The worst moment: the next segment would be archived soon.
    const archivedMs = await untilArchived(primary.host.address, { database, agoMs: ARCHIVE_SEC * 800 });
    const lostAtMs = performance.now();
    await Promise.all(cluster.members.map((member) => cluster.killHost(member)));
    for (const { host } of cluster.members) rmSync(join(outside(place), host.name), { recursive: true, force: true });
    await running.abandon();
    const acknowledged = running.acts;
    assert.ok(acknowledged.length > afterBackup + 20, "acts after the backup");

    const begunAtMs = performance.now();
    const server = await restore(place, primary.host, NAME);
    const restoredAtMs = performance.now();
    const owner = new pg.Pool({ host: primary.host.address, database, user: "parley", max: 2 });
    owner.on("error", () => undefined);
    await untilPrimary(owner, server);
    const web = await stage.openWebAt(primary.host.address);
    const [first] = running.writers;
    assert.ok(first);
    await isAnswered(web, first.token);
    assert.deepEqual(await web.db.tx((tx) => checkInvariants(tx, LEDGER_CHECKS)).catch(String), []);
    const readyAtMs = performance.now();

    const missing = await missingOf(owner, acknowledged);
    const lostMs = Math.max(0, ...missing.map(({ doneAtMs }) => lostAtMs - doneAtMs));
    note(
      `RPO: ${missing.length} of ${acknowledged.length} acknowledged acts are missing, of the last ${seconds(lostMs)}; the last segment had been archived ${seconds(archivedMs)} before (archive_timeout ${ARCHIVE_SEC} s)`,
    );
    note(
      `RTO: ${seconds(readyAtMs - begunAtMs)} to the first answered call and a checked ledger, ${seconds(restoredAtMs - begunAtMs)} of it for copying`,
    );
    assert.ok(lostMs <= ARCHIVE_SEC * 1000 + SLACK_MS, `${seconds(lostMs)} are lost`);
    assert.ok(missing.length < acknowledged.length - afterBackup, "the log after the backup was not replayed");
    await askAgain(web, [...acknowledged.slice(0, 8), ...missing]);
    const there = await messagesOf(owner, NAME);
    assert.deepEqual(
      there.filter(({ times }) => times !== 1),
      [],
      "each act once",
    );
    assert.deepEqual(await missingOf(owner, acknowledged), []);
    stage.proved();
  });
}

/** Until the last segment was archived so long ago; how long. */
async function untilArchived(
  host: string,
  { database, agoMs }: { readonly database: string; readonly agoMs: number },
): Promise<number> {
  const client = new pg.Client({ host, database, user: "parley" });
  await client.connect();
  try {
    for (let tries = 0; tries < 200; tries++) {
      const { rows } = await client.query(
        "select 1000 * extract(epoch from clock_timestamp() - last_archived_time)::float8 as ms from pg_stat_archiver",
      );
      if (rows[0].ms > agoMs) return rows[0].ms;
      await pause(200);
    }
  } finally {
    await client.end();
  }
  throw new Error("segments are archived all the time");
}

async function untilPrimary(owner: pg.Pool, server: Program): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const answer = await owner.query("select pg_is_in_recovery() as recovers").catch(() => undefined);
    if (answer?.rows[0].recovers === false) return;
    await pause(100);
  }
  throw new Error(`the restored server does not serve: ${server.said()}`);
}

async function isAnswered({ app }: Web, token: string): Promise<void> {
  const { method, path } = getWalletBalances;
  const answer = await app.fastify.inject({ method, url: path, headers: { cookie: `parley=${token}` } });
  assert.equal(answer.statusCode, 200, answer.body);
}

async function missingOf(owner: pg.Pool, acts: readonly Act[]): Promise<Act[]> {
  const there = new Set((await messagesOf(owner, NAME)).map(({ body }) => body));
  return acts.filter(({ text }) => !there.has(text));
}

/** As clients do that got no answer, or one that is gone. */
async function askAgain(web: Web, acts: readonly Act[]): Promise<void> {
  for (const { writer, call } of acts)
    for (let tries = 0; !(await isDone(web, writer, call)); tries++)
      assert.ok(tries < 60, `${call.key} was never done`);
}
