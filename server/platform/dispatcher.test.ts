// Guards: what was committed is told, in order, once, whoever dies in between; what cannot be told stops nobody else.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { testDb, testLog } from "../testing/database.ts";
import { on, type StoredEvent } from "./app-ports.ts";
import type { Db, Tx } from "./db.ts";
import { countUndelivered, type Dispatcher, makeDispatcher } from "./dispatcher.ts";

const { db, owner, url } = await testDb({ poolSize: 20 });

beforeEach(async () => {
  await owner.query("delete from events; delete from inbox_mails");
});

type Run = (tx: Tx, event: StoredEvent<"account.signed_in">) => Promise<void>;

/** Delivers events of one type to these. */
function dispatcherOf(...runs: Run[]): Dispatcher {
  return makeDispatcher({ db, log: testLog, subscriptions: runs.map((run) => on(["account.signed_in"], run)) });
}

/** A subscriber whose effect is a row, so that it lives and dies with the transaction. */
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
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));

test("an event is told after its commit and not before; one that was rolled back is never told", async () => {
  const heard: string[] = [];
  const dispatcher = dispatcherOf(async (_tx, event) => void heard.push(event.subject));
  await db.tx(async (tx) => {
    tx.emit({ type: "account.signed_in", subject: "kept", payload: {} });
    await dispatcher.drain();
    assert.deepEqual(heard, []);
  });
  await assert.rejects(
    db.tx(async (tx) => {
      tx.emit({ type: "account.signed_in", subject: "undone", payload: {} });
      throw new Error("no");
    }),
  );
  assert.equal(await dispatcher.drain(), 1);
  assert.deepEqual(heard, ["kept"]);
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

test("events are told in the order in which they were written, to each consumer once", async () => {
  const dispatcher = dispatcherOf(writeDown("one"), writeDown("two"));
  for (const subject of numbers(250)) await emit(db, subject);
  assert.equal(await dispatcher.drain(), 250);
  assert.equal(await dispatcher.drain(), 0);
  assert.deepEqual(await written("one"), numbers(250));
  assert.deepEqual(await written("two"), numbers(250));
});

test("a consumer that fails takes the others' writes of that event back with it, and all are told anew", async () => {
  let failures = 2;
  const dispatcher = dispatcherOf(writeDown("one"), async () => {
    if (failures-- > 0) throw new Error("not now");
  });
  await emit(db, "a", "b");
  await dispatcher.drain();
  assert.deepEqual(await written("one"), [], "half of an event was told");
  await dispatcher.drain();
  assert.deepEqual(await written("one"), ["a", "b"]);
});

test("an event that can never be told is put aside after eight tries, says why, and the others are told", async () => {
  const dispatcher = dispatcherOf(writeDown("one"), async (_tx, event) => {
    if (event.subject === "poison") throw new Error("cannot be read");
  });
  await emit(db, "before", "poison", "after");
  for (let round = 0; round < 7; round++) await dispatcher.drain();
  assert.deepEqual(await written("one"), ["before"], "the order is kept while there is hope");
  await dispatcher.drain();
  await dispatcher.drain();
  assert.deepEqual(await written("one"), ["before", "after"]);
  assert.deepEqual(await db.read(countUndelivered), { waiting: 0, put_aside: 1 });
  const { rows } = await owner.query("select subject, fault from events where dispatched_at is null");
  assert.deepEqual(rows, [{ subject: "poison", fault: "cannot be read" }]);
});

test("a connection that breaks in the middle of telling loses nothing and tells nothing twice", async () => {
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
  await dispatcher.drain();
  assert.ok(broken);
  assert.deepEqual(await written("one"), numbers(10));
});

test("two who tell at the same time do not tell one event twice", async () => {
  const dispatchers = [1, 2, 3].map(() => dispatcherOf(writeDown("one")));
  await emit(db, ...numbers(300));
  await Promise.all(dispatchers.map((dispatcher) => dispatcher.drain()));
  assert.deepEqual(
    (await written("one")).map(Number).sort((a, b) => a - b),
    numbers(300).map(Number),
  );
});

test("a process that is killed between its commit and the telling leaves its events to the next one", async () => {
  const child: ChildProcess = fork(join(import.meta.dirname, "../testing/emit-and-wait.ts"), [url], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  await once(child, "message");
  child.kill("SIGKILL");
  await once(child, "exit");
  assert.equal(await dispatcherOf(writeDown("one")).drain(), 3);
  assert.deepEqual(await written("one"), ["left 1", "left 2", "left 3"]);
});
