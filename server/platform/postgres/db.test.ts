// Guards: connections that the database ends at any moment cost their own call only, never the process.
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { after, test } from "node:test";
import { testDb } from "../../testing/database.ts";
import { openDb, type ReadTx, type Tx } from "./db.ts";
import { openLog } from "../log.ts";

const { owner, url } = await testDb();
const db = openDb({ url, log: openLog({ level: "silent" }), poolSize: 8 });
after(() => db.close());

const END_ALL = `select pg_terminate_backend(pid)
  from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`;

test("calls survive that every connection is ended again and again under them", async () => {
  let answered = 0;
  for (let round = 0; round < 60; round++) {
    const calls = Promise.allSettled(
      Array.from({ length: 16 }, (_, at) =>
        at % 2 === 0
          ? db.read((tx) => tx.rows`select pg_sleep(0.001)`)
          : db.tx(async (tx) => {
              await tx.rows`select 1`;
              await new Promise((done) => setTimeout(done, round % 5));
              await tx.rows`select 2`;
            }),
      ),
    );
    await new Promise((done) => setTimeout(done, round % 7));
    await owner.query(END_ALL);
    for (const call of await calls) if (call.status === "fulfilled") answered += 1;
  }
  assert.ok(answered > 0);
  // The pool may still hold connections that are dead and do not know it: each costs one call.
  const last = await Promise.allSettled(Array.from({ length: 12 }, () => db.read((tx) => tx.rows`select 1`)));
  assert.ok(last.some(({ status }) => status === "fulfilled"));
});

const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5);
  head.write(type, 0, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

test("a server that greets and dies in one breath is an outage, not the end of the process", async () => {
  const greeting = message("R", Buffer.alloc(4));
  const ready = message("Z", Buffer.from("I"));
  const death = message(
    "E",
    Buffer.from("SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0"),
  );
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(Buffer.concat([greeting, ready, death])));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const lost = openDb({ url: `postgres://nobody@127.0.0.1:${port}/none`, log: openLog({ level: "silent" }) });
  await assert.rejects(
    lost.tx(async () => undefined),
    { code: "LEDGER_ASYNC_MODE" },
  );
  await assert.rejects(
    lost.read((tx) => tx.rows`select 1`),
    { code: "LEDGER_ASYNC_MODE" },
  );
  await lost.close();
  server.close();
});

const inbox = async () =>
  (await owner.query("select subject from inbox_mails order by id")).rows.map(({ subject }) => subject);
const putMail = (tx: Tx, subject: string | null) => tx.rows`
  insert into inbox_mails (to_address, subject, body_text, at)
  values ('ada@parley.invalid', ${subject}, '', ${tx.now})`;

test("a write that nobody waited for fails its transaction, and with its own fault", async () => {
  const writes = [
    // Found when the next statement is answered, …
    async (tx: Tx) => {
      tx.later(putMail(tx, null));
      await tx.rows`select 1`;
    },
    // … and at the latest before the commit.
    async (tx: Tx) => {
      tx.later(putMail(tx, "beside"));
      tx.later(putMail(tx, null));
    },
  ];
  for (const work of writes) await assert.rejects(db.tx(work), { code: "23502" });
  assert.deepEqual(await inbox(), []);
});

test("a part that fails by itself takes its writes and events with it, and nobody else's", async () => {
  const emitted = (tx: Tx, subject: string) => tx.emit({ type: "account.signed_in", subject, payload: {} });
  await db.tx(async (tx) => {
    tx.later(putMail(tx, "before"));
    emitted(tx, "before");
    await assert.rejects(
      tx.attempt(async () => {
        tx.later(putMail(tx, "within"));
        emitted(tx, "within");
        tx.later(putMail(tx, null));
      }),
      { code: "23502" },
    );
    await tx.attempt(async () => tx.later(putMail(tx, "within the second")));
    emitted(tx, "after");
  });
  assert.deepEqual(await inbox(), ["before", "within the second"]);
  const { rows } = await owner.query(
    "select subject from events where subject in ('before', 'within', 'after') order by id",
  );
  assert.deepEqual(
    rows.map(({ subject }) => subject),
    ["before", "after"],
  );
});

test("a part that is undone has emitted nothing, also where its events come after what was left for later", async () => {
  await db.tx(async (tx) => {
    let late: Promise<void> | undefined;
    const emitLate = async () => {
      await tx.rows`select 1`;
      await new Promise((done) => setTimeout(done, 30));
      tx.emit({ type: "account.signed_in", subject: "undone", payload: {} });
    };
    const part = tx.attempt(async () => {
      late = emitLate();
      tx.later(late);
      throw new Error("refused");
    });
    await assert.rejects(part, /refused/);
    await late;
  });
  const { rows } = await owner.query("select from events where subject = 'undone'");
  assert.equal(rows.length, 0);
});

test("work that lost against other work is done again, five times at most; another fault is thrown at once", async () => {
  const tried = async (code: string, failures: number) => {
    let tries = 0;
    const work = db.tx(async () => {
      tries += 1;
      if (tries <= failures) throw Object.assign(new Error("lost"), { code });
    });
    return {
      tries: await work.then(
        () => tries,
        () => -tries,
      ),
    };
  };
  assert.deepEqual(await tried("40001", 4), { tries: 5 });
  assert.deepEqual(await tried("40P01", 1), { tries: 2 });
  assert.deepEqual(await tried("40001", 99), { tries: -5 });
  assert.deepEqual(await tried("23505", 1), { tries: -1 });
});

test("what lists name is looked up by key, whatever the planner thinks of the tables, and only there", async () => {
  const settings = (tx: ReadTx) =>
    tx.rows<{ hash: string; merge: string; scan: string }>`
      select current_setting('enable_hashjoin') as hash, current_setting('enable_mergejoin') as merge,
        current_setting('enable_seqscan') as scan`;
  assert.deepEqual(await db.txByKey(settings), [{ hash: "off", merge: "off", scan: "off" }]);
  assert.deepEqual(await db.tx(settings), [{ hash: "on", merge: "on", scan: "on" }]);
});

test("an event is of the moment of its step, though the transaction reads the clock again", async () => {
  const [first, second] = await db.tx(async (tx) => {
    tx.emit({ type: "dispute.taken", subject: "first-step", payload: {} });
    const before = tx.now;
    await tx.rows`select pg_sleep(0.02)`;
    const after_ = await tx.readClock();
    tx.emit({ type: "dispute.taken", subject: "second-step", payload: {} });
    return [before, after_];
  });
  const rows = await db.tx(
    (tx) => tx.rows<{ at: Date }>`select at from events where subject like '%-step' order by id`,
  );
  assert.deepEqual(
    rows.map(({ at }) => at),
    [first, second],
  );
});

test("a statement that a connection has planned while its table was small is planned anew where lists are looked up by key", async () => {
  const one = openDb({ url, log: openLog({ level: "silent" }), poolSize: 1 });
  await owner.query(
    "create table probes (id bigint primary key); insert into probes select generate_series(1, 3); analyze probes; grant select on probes to public",
  );
  const find = (tx: Tx) => tx.rows`select id from probes where id = any(${[1n, 2n]}::bigint[])`;
  // Counts of earlier transactions that were not reported yet are in this view as well.
  const counted = async (tx: Tx) => {
    const [row] = await tx.rows<{ seq_scan: bigint }>`
      select seq_scan
      from pg_stat_xact_user_tables
      where relname = 'probes'`;
    return Number(row?.seq_scan);
  };
  const scans = async (tx: Tx) => {
    const before = await counted(tx);
    await find(tx);
    return (await counted(tx)) - before;
  };
  // From the sixth time on the plan is kept.
  for (let times = 0; times < 8; times++) assert.equal(await one.tx(scans), 1, "three rows are read from end to end");
  assert.equal(await one.txByKey(scans), 0);
  assert.equal(await one.tx(scans), 1);
  await one.close();
  await owner.query("drop table probes");
});

test("a day is as long on the day of a clock change, whatever zone the database is set to", async () => {
  const { rows } = await owner.query<{ name: string }>("select quote_ident(current_database()) as name");
  await owner.query(`alter database ${rows[0]?.name} set timezone to 'Europe/Berlin'`);
  const fresh = openDb({ url, log: openLog({ level: "silent" }), poolSize: 1 });
  const [day] = await fresh.read(
    (tx) => tx.rows<{ hours: string }>`
      select extract(epoch from timestamptz '2026-03-28 12:00Z' + interval '1 day' - timestamptz '2026-03-28 12:00Z')::int / 3600 as hours`,
  );
  await fresh.close();
  assert.equal(Number(day?.hours), 24);
});

test("a connection to a server that became a standby is dropped, and its call may be made again", async () => {
  await owner.query("create table written (n int)");
  await owner.query("grant insert on written to public");
  const write = () => pooled.tx((tx) => tx.rows`insert into written values (1)`);
  const pooled = openDb({ url, log: openLog({ level: "silent" }), poolSize: 1 });
  // What a standby answers to a write.
  await pooled.tx((tx) => tx.rows`select set_config('default_transaction_read_only', 'on', false)`);
  await assert.rejects(write(), { code: "LEDGER_ASYNC_MODE" });
  await write();
  assert.deepEqual((await owner.query("select count(*)::int as many from written")).rows, [{ many: 1 }]);
  await pooled.close();
});
