// Guards: a committed event is delivered once, in the order of its subject, also when a process dies in between; an event that
// fails stops no other subject.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { testDb, testLog } from "../../testing/database.ts";
import { numbered } from "../../testing/live-numbers.ts";
import { on, type StoredEvent } from "../app-ports.ts";
import { type Db, openDb, type Tx } from "../postgres/db.ts";
import { type Dispatcher, makeDispatcher } from "./dispatcher.ts";
import { countUndelivered, lanesWaiting, secondsBehind, waitingEvents } from "./event-rows.ts";
import { messageTo } from "./live.ts";

const { db, owner, url } = await testDb({ poolSize: 20 });

beforeEach(async () => {
  await owner.query("delete from events; delete from inbox_mails");
});

type Run = (tx: Tx, event: StoredEvent<"account.signed_in">) => Promise<void>;

/** Delivers events of one type to these. */
function dispatcherOf(...runs: Run[]): Dispatcher {
  const subscriptions = runs.map((run) =>
    on(["account.signed_in"], async (tx, events) => {
      for (const event of events) await run(tx, event);
      return [];
    }),
  );
  return makeDispatcher({ db, log: testLog, subscriptions });
}

/** A subscriber that writes a row, so that its effect is committed or rolled back with the transaction. */
const writeDown =
  (consumer: string): Run =>
  async (tx, event) => {
    await tx.rows`
      insert into inbox_mails (to_address, subject, body_text, at)
      values (${consumer}, ${event.subject}, '', ${tx.now})`;
  };

async function written(consumer: string): Promise<string[]> {
  const { rows } = await owner.query<{ subject: string }>(
    "select subject from inbox_mails where to_address = $1 order by id",
    [consumer],
  );
  return rows.map(({ subject }) => subject);
}

const emit = (pool: Db, ...subjects: string[]) =>
  pool.tx(async (tx) => {
    for (const subject of subjects) tx.emit({ type: "account.signed_in", subject, payload: {} });
  });
/** As if the pauses of what failed were over. */
const passPauses = () => owner.query("update events set retry_at = clock_timestamp() where retry_at is not null");
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));

test("an event is delivered after its commit and not before; one that was rolled back is never delivered", async () => {
  const received: string[] = [];
  const dispatcher = dispatcherOf(async (_tx, event) => void received.push(event.subject));
  await db.tx(async (tx) => {
    tx.emit({ type: "account.signed_in", subject: "kept", payload: {} });
    await dispatcher.drain();
    assert.deepEqual(received, []);
  });
  await assert.rejects(
    db.tx(async (tx) => {
      tx.emit({ type: "account.signed_in", subject: "undone", payload: {} });
      throw new Error("no");
    }),
  );
  assert.equal(await dispatcher.drain(), 1);
  assert.deepEqual(received, ["kept"]);
});

test("a change whose event cannot be written does not happen", async () => {
  await owner.query(
    "create function refuse_events() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$; create trigger refuse_events before insert on events for each row execute function refuse_events()",
  );
  const change = db.tx(async (tx) => {
    await writeDown("one")(tx, { id: 0n, type: "account.signed_in", subject: "half", payload: {}, at: tx.now });
    tx.emit({ type: "account.signed_in", subject: "half", payload: {} });
  });
  await assert.rejects(change, /no room/);
  await owner.query("drop function refuse_events cascade");
  assert.deepEqual(await written("one"), []);
});

/** Subject and number of each event that was written down, as `ada 3`. */
const writeNumber: Run = async (tx, event) =>
  writeDown("one")(tx, { ...event, subject: `${event.subject} ${event.id}` });

/** Each subject's numbers are in order, and there are so many of them. */
async function assertInOrder(count: number): Promise<void> {
  const all = await written("one");
  assert.equal(all.length, count);
  for (const [subject, lines] of Map.groupBy(all, (line) => line.split(" ")[0] ?? "")) {
    const ids = lines.map((line) => Number(line.split(" ")[1]));
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
      subject,
    );
  }
}

test("events of a subject are delivered in the order in which they were written, to each consumer once", async () => {
  const dispatcher = dispatcherOf(writeNumber, writeDown("two"));
  for (const number of numbers(250)) await emit(db, String(Number(number) % 20));
  assert.equal(await dispatcher.drain(), 250);
  assert.equal(await dispatcher.drain(), 0);
  await assertInOrder(250);
  assert.equal((await written("two")).length, 250);
});

test("more events than go into a batch are delivered in order, by three processes at once", async () => {
  await emit(db, ...numbers(4000).map((number) => String(Number(number) % 40)));
  const pools = [1, 2].map(() => openDb({ url, log: testLog, poolSize: 3 }));
  const crews = [db, ...pools].map((pool) =>
    makeDispatcher({
      db: pool,
      log: testLog,
      subscriptions: [
        on(["account.signed_in"], async (tx, events) => {
          await tx.rows`
            insert into inbox_mails (to_address, subject, body_text, at)
            select 'one', subject, '', now()
            from unnest(${events.map(({ subject, id }) => `${subject} ${id}`)}::text[]) with ordinality as delivered (subject, place)
            order by place`;
          return [];
        }),
      ],
    }),
  );
  const counts = await Promise.all(crews.map((crew) => crew.drain()));
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    4000,
  );
  await assertInOrder(4000);
  await Promise.all(pools.map((pool) => pool.close()));
});

test("while one process is busy with a subject, another delivers the other lanes", async () => {
  const [reached, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = dispatcherOf(async (tx, event) => {
    await writeDown("one")(tx, event);
    reached.resolve();
    await mayGo.promise;
  });
  await emit(db, "0");
  const delivering = slow.drain();
  await reached.promise;
  await emit(db, ...numbers(60));
  const delivered = await dispatcherOf(writeDown("one")).drain();
  assert.ok(delivered > 30 && delivered < 60, `${delivered} of 61, and none of the lane that is taken`);
  assert.equal((await written("one")).includes("0"), false);
  mayGo.resolve();
  await delivering;
  assert.equal((await written("one")).length, 61);
});

test("a consumer that fails takes the others' writes of that event back with it, and all are delivered anew", async () => {
  // Both together, and then each alone.
  let failures = 3;
  const dispatcher = dispatcherOf(writeDown("one"), async () => {
    if (failures-- > 0) throw new Error("not now");
  });
  await emit(db, "a", "b");
  await dispatcher.drain();
  assert.deepEqual(await written("one"), [], "half of an event was delivered");
  await passPauses();
  await dispatcher.drain();
  assert.deepEqual((await written("one")).sort(), ["a", "b"]);
});

test("an event that always fails stops its own subject until it is put aside after eight tries, and no other", async () => {
  let poison = 0n;
  const dispatcher = dispatcherOf(writeDown("one"), async (_tx, event) => {
    if (event.id === poison) throw new Error("cannot be read");
  });
  await emit(db, ...numbers(100), "ill", "ill", "ill", ...numbers(100));
  const { rows: ill } = await owner.query<{ id: string }>("select id from events where subject = 'ill' order by id");
  poison = BigInt(ill[1]?.id ?? 0);
  await dispatcher.drain();
  assert.equal(
    (await written("one")).filter((subject) => subject !== "ill").length,
    200,
    "the others are delivered at once",
  );
  const goOn = async () => {
    await passPauses();
    await dispatcher.drain();
  };
  for (let round = 0; round < 6; round++) await goOn();
  assert.equal(
    (await written("one")).filter((subject) => subject === "ill").length,
    1,
    "the order is kept while there is hope",
  );
  assert.deepEqual(await db.read(countUndelivered), { waiting: 2, put_aside: 0 });
  await goOn();
  await goOn();
  assert.equal((await written("one")).length, 202);
  assert.deepEqual(await db.read(countUndelivered), { waiting: 0, put_aside: 1 });
  const { rows } = await owner.query("select id, fault from events where dispatched_at is null");
  assert.deepEqual(rows, [{ id: ill[1]?.id, fault: "cannot be read" }]);
});

test("an event that failed waits before it is tried again, longer each time, and what follows it waits with it", async () => {
  let tries = 0;
  const dispatcher = dispatcherOf(async (_tx, event) => {
    if (event.subject !== "ill") return;
    tries += 1;
    throw new Error("not now");
  });
  await emit(db, "ill");
  const pauses: number[] = [];
  for (let round = 1; round <= 3; round++) {
    await passPauses();
    await dispatcher.drain();
    const before = tries;
    await emit(db, "ill", "well");
    assert.equal(await dispatcher.drain(), 1, "others are delivered meanwhile");
    assert.equal(tries, before, "it was tried again at once");
    const { rows } = await owner.query<{ seconds: number }>(
      "select round(extract(epoch from retry_at - clock_timestamp()))::int as seconds from events where attempts > 0",
    );
    pauses.push(...rows.map(({ seconds }) => seconds));
  }
  assert.deepEqual(pauses, [1, 4, 16]);
});

test("what failed in another process meanwhile is tried as late as there, by a round that had begun before", async () => {
  // Another lane than that of the slow one.
  const { rows } = await owner.query<{ subject: string }>(
    `select 'broken ' || number as subject
     from generate_series(1, 99) as number
     where (hashtext('broken ' || number) & 7) <> (hashtext('slow') & 7)
     limit 1`,
  );
  const broken = rows[0]?.subject ?? "";
  await emit(db, "slow", broken);
  let tries = 0;
  let enter = () => {};
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  let go = () => {};
  const going = new Promise<void>((resolve) => {
    go = resolve;
  });
  const busy = dispatcherOf(async (_tx, { subject }) => {
    if (subject === broken) tries += 1;
    if (subject !== "slow") return;
    enter();
    await going;
  });
  // The lane of what is broken is another process's when this one begins.
  const other = await db.connect();
  await other.query("begin");
  await other.query("select from event_lanes where lane = hashtext($1) & 7 for update", [broken]);
  const draining = busy.drain();
  await entered;
  await owner.query(
    "update events set attempts = 1, retry_at = clock_timestamp() + interval '1 hour' where subject = $1",
    [broken],
  );
  await other.query("commit");
  await other.end();
  go();
  await draining;
  assert.equal(tries, 0);
  await passPauses();
  assert.equal(await busy.drain(), 1);
  assert.equal(tries, 1);
});

test("how long the oldest event waits is known, without those that were put aside", async () => {
  assert.equal(await db.read(secondsBehind), 0);
  await emit(db, "old", "aside");
  await owner.query("update events set written_at = clock_timestamp() - interval '90 seconds' where subject = 'old'");
  await owner.query(
    "update events set written_at = clock_timestamp() - interval '1 day', attempts = 8 where subject = 'aside'",
  );
  const seconds = await db.read(secondsBehind);
  assert.ok(seconds >= 90 && seconds < 100, String(seconds));
});

test("a connection that breaks during delivery loses no event and delivers none twice", async () => {
  let broken = false;
  const dispatcher = dispatcherOf(writeDown("one"), async (tx, event) => {
    if (event.subject !== "5" || broken) return;
    broken = true;
    const [row] = await tx.rows<{ pid: number }>`select pg_backend_pid() as pid`;
    await owner.query("select pg_terminate_backend($1)", [row?.pid]);
    await tx.rows`select 1`;
  });
  await emit(db, ...numbers(10));
  await dispatcher.drain().catch(() => undefined);
  await passPauses();
  await dispatcher.drain();
  assert.ok(broken);
  assert.deepEqual((await written("one")).sort(), numbers(10));
});

test("two concurrent processes do not deliver one event twice", async () => {
  const dispatchers = [1, 2, 3].map(() => dispatcherOf(writeDown("one")));
  await emit(db, ...numbers(300));
  await Promise.all(dispatchers.map((dispatcher) => dispatcher.drain()));
  assert.deepEqual(
    (await written("one")).map(Number).sort((a, b) => a - b),
    numbers(300).map(Number),
  );
});

test("a process that is killed between its commit and the delivery leaves its events to the next one", async () => {
  const child: ChildProcess = fork(join(import.meta.dirname, "../../testing/emit-and-wait.ts"), [url], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  await once(child, "message");
  child.kill("SIGKILL");
  await once(child, "exit");
  assert.equal(await dispatcherOf(writeDown("one")).drain(), 3);
  assert.deepEqual((await written("one")).sort(), ["left 1", "left 2", "left 3"]);
});

test("a process that is killed during delivery leaves the batch whole to the next one, within seconds", async () => {
  await emit(db, ...numbers(30), "0");
  const child: ChildProcess = fork(join(import.meta.dirname, "../../testing/deliver-and-hang.ts"), [url], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  await once(child, "message");
  const dispatcher = dispatcherOf(writeNumber);
  assert.ok((await dispatcher.drain()) < 31, "nobody has the lane that the other delivers");
  child.kill("SIGKILL");
  await once(child, "exit");
  const lastMs = performance.now() + 5000;
  while ((await db.read(countUndelivered)).waiting > 0) {
    assert.ok(performance.now() < lastMs, "the lane of the dead process was not taken over");
    await dispatcher.drain();
  }
  await assertInOrder(31);
});

test("what runs last begins when messages are numbered and events are marked, and has none of its own", async () => {
  const seen: string[] = [];
  const subscriptions = [
    on(
      ["account.signed_in"],
      async (tx) => {
        const [row] = await tx.rows<{ marked: number; numbered: number }>`
          select (select count(*)::int from events where dispatched_at is not null) as marked,
            (select count(*)::int from live_messages where channel = 'order') as numbered`;
        seen.push(`${row?.marked} marked, ${row?.numbered} numbered`);
        return [];
      },
      { isLast: true },
    ),
    on(["account.signed_in"], async () => [messageTo("order", numbered(1))]),
  ];
  await emit(db, "one");
  await makeDispatcher({ db, log: testLog, subscriptions }).drain();
  assert.deepEqual(seen, ["1 marked, 1 numbered"]);
  const late = on(["account.signed_in"], async () => [messageTo("order", numbered(2))], { isLast: true });
  await emit(db, "two");
  assert.equal(await makeDispatcher({ db, log: testLog, subscriptions: [late] }).drain(), 0);
});

/** Rows of events that this connection has read and not reported yet. */
async function readSoFar(tx: Tx): Promise<number> {
  const [row] = await tx.rows<{ read: number }>`
    select sum(seq_tup_read + idx_tup_fetch)::int as read
    from pg_stat_xact_user_tables
    where relname like 'events%'`;
  return row?.read ?? 0;
}

test("a batch of a long backlog costs what one of a short costs: no more events are read than are delivered", async () => {
  await owner.query(
    `insert into events (type, subject, payload, at)
     select 'account.signed_in', number::text, '{}', now() from generate_series(1, 30000) as number`,
  );
  for (const knows of [false, true]) {
    if (knows) await owner.query("analyze events");
    const read = await db.tx(async (tx) => {
      const before = await readSoFar(tx);
      const lanes = await lanesWaiting(tx, []);
      assert.equal(lanes.length, 8);
      assert.ok((await secondsBehind(tx)) >= 0);
      const events = await waitingEvents(tx, { lanes: lanes.slice(0, 4), without: ["7"], limit: 500 });
      assert.equal(events.length, 500);
      return (await readSoFar(tx)) - before;
    });
    assert.ok(read < 2500, `${read} events were read, ${knows ? "with" : "without"} statistics`);
  }
});
