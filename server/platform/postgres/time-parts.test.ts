// Guards: what is kept by time goes as whole parts when the time of all of it is over, and never what was not delivered.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testApp } from "../../testing/index.ts";

const app = await testApp();
const { owner } = app;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function partsOf(table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by name",
    [table],
  );
  return rows.map(({ name }) => name);
}

/** As if a part had been made then, for so many days. */
async function makePart(table: string, begins: Date, days: number): Promise<string> {
  const ends = new Date(begins.getTime() + days * DAY);
  await app.db.tx((tx) => tx.rows`select make_part(${table}, ${begins}, ${ends})`);
  return `${table}_${begins.toISOString().slice(0, 10).replaceAll("-", "")}`;
}

/** Midnight UTC, or Monday of it, so long ago. */
async function begin(days: number, agoMs: number): Promise<Date> {
  const { rows } = await owner.query<{ begins: Date }>("select part_begin($1, $2) as begins", [
    new Date(Date.now() - agoMs),
    days,
  ]);
  return rows[0]?.begins ?? new Date(Number.NaN);
}

const insertEvent = (subject: string, writtenAt: Date, isDelivered: boolean) =>
  owner.query(
    `insert into events (type, subject, payload, at, written_at, dispatched_at)
     values ('account.signed_in', $1, '{}', $2, $2, case when $3 then now() end)`,
    [subject, writtenAt, isDelivered],
  );

// The first part of each table reaches back without an end: it is cut off where these tests begin.
beforeEach(async () => {
  for (const [table, days] of [
    ["events", 7],
    ["live_messages", 1],
  ] as const) {
    const first = await begin(days, 0);
    for (const name of await partsOf(table)) if (!name.endsWith("default")) await owner.query(`drop table ${name}`);
    await makePart(table, first, days);
  }
});

test("a week of events goes when four more weeks are over, a day of live messages when two more days are", async () => {
  const keptWeek = await makePart("events", await begin(7, 28 * DAY), 7);
  const oldWeek = await makePart("events", await begin(7, 42 * DAY), 7);
  const keptDay = await makePart("live_messages", await begin(1, 2 * DAY), 1);
  const oldDay = await makePart("live_messages", await begin(1, 4 * DAY), 1);
  await insertEvent("long delivered", await begin(7, 42 * DAY), true);
  await app.runJob("keep-parts");
  const [events, messages] = [await partsOf("events"), await partsOf("live_messages")];
  assert.ok(events.includes(keptWeek) && !events.includes(oldWeek), String(events));
  assert.ok(messages.includes(keptDay) && !messages.includes(oldDay), String(messages));
});

test("a week that holds an event that was not delivered, or was put aside, stays until it is", async () => {
  const at = await begin(7, 70 * DAY);
  const week = await makePart("events", at, 7);
  await insertEvent("delivered", at, true);
  await insertEvent("forgotten", at, false);
  await app.runJob("keep-parts");
  assert.ok((await partsOf("events")).includes(week));
  await owner.query("update events set attempts = 8 where subject = 'forgotten'");
  await app.runJob("keep-parts");
  assert.ok((await partsOf("events")).includes(week), "what was put aside is not given up");
  await owner.query("update events set attempts = 0 where subject = 'forgotten'");
  assert.ok((await app.deliverEvents()) >= 1, "it is delivered, however old");
  await app.runJob("keep-parts");
  assert.ok(!(await partsOf("events")).includes(week));
});

test("parts are made two ahead, and what came into none of them goes into its own", async () => {
  const ahead = new Date((await begin(7, 0)).getTime() + 8 * DAY);
  await insertEvent("early", ahead, false);
  assert.equal((await owner.query("select from events_default")).rowCount, 1, "no event fails for want of a part");
  await app.runJob("keep-parts");
  assert.equal((await owner.query("select from events_default")).rowCount, 0);
  assert.equal((await partsOf("events")).length, 4);
  assert.equal((await partsOf("live_messages")).length, 4);
  const { rows } = await owner.query("select tableoid::regclass::text as part from events where subject = 'early'");
  assert.deepEqual(rows, [{ part: (await partsOf("events"))[1] }]);
  await app.deliverEvents();
});

test("writing an event never waits for a part that is dropped: the job skips it and tries again", async () => {
  const week = await makePart("events", await begin(7, 70 * DAY), 7);
  await app.db.tx(async (tx) => {
    tx.emit({ type: "account.signed_in", subject: "1", payload: {} });
    await tx.rows`select from events limit 1`;
    const begun = performance.now();
    await app.runJob("keep-parts");
    assert.ok(performance.now() - begun < 3000);
  });
  assert.ok((await partsOf("events")).includes(week));
  await app.runJob("keep-parts");
  assert.ok(!(await partsOf("events")).includes(week));
});

test("the worker's role can drop no part before its time, and those of the web and the chains none at all", async () => {
  const { worker, web, chain } = app.dbs;
  await assert.rejects(
    worker.tx((tx) => tx.rows`drop table events_default`),
    /must be owner/,
  );
  await assert.rejects(
    worker.tx((tx) => tx.rows`select make_part('events', now(), now())`),
    /permission denied/,
  );
  await assert.rejects(
    worker.tx((tx) => tx.rows`select keep_parts('trades')`),
    /not kept by time/,
  );
  for (const db of [web, chain]) {
    await assert.rejects(
      db.tx((tx) => tx.rows`select keep_parts('events')`),
      /permission denied/,
    );
    await assert.rejects(
      db.tx((tx) => tx.rows`select from event_lanes for update`),
      /permission denied/,
    );
  }
});
