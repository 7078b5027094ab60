// Guards: exactly one process does the work, and neither a failing job nor an outage ends it.
import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { testDb } from "../../testing/database.ts";
import { type AppPorts, type Module, on } from "../app-ports.ts";
import { type Db, type Fragment, openDb, sql } from "../postgres/db.ts";
import { openLog } from "../log.ts";
import { MODULES } from "../../modules.ts";
import { dueAmong, startWorkers, type Workers } from "./workers.ts";

const { owner, outage, url, dbs } = await testDb();
const quiet = openLog({ level: "silent" });
const pools: Db[] = [];
const crews: Workers[] = [];
const emitting = openDb({ url, log: quiet, poolSize: 2 });

afterEach(async () => {
  for (const crew of crews.splice(0)) await crew.stop();
  for (const pool of pools.splice(0)) await pool.close();
});
after(() => emitting.close());

/** Workers as another process would have them: with a pool of their own. */
function aProcess(modules: readonly Module[]): Workers {
  const db = openDb({ url, log: quiet, poolSize: 4 });
  const crew = startWorkers(
    { db, dbs: { web: db, worker: db, chain: db }, log: quiet } as unknown as AppPorts,
    modules,
  );
  pools.push(db);
  crews.push(crew);
  return crew;
}

type Counted = { runs: number; now: number; most: number };
const counted = (): Counted => ({ runs: 0, now: 0, most: 0 });

type Counting = {
  readonly everyMs?: number;
  readonly takesMs?: number;
  readonly fails?: () => boolean;
  readonly due?: Fragment;
  readonly alsoEveryMs?: number;
};

/** A module with one job that counts itself, and how often it ran beside itself. */
function jobOf(
  count: Counted,
  { everyMs = 10, takesMs = 5, fails = (): boolean => false, ...asked }: Counting = {},
): Module {
  const run = async () => {
    count.runs += 1;
    count.now += 1;
    count.most = Math.max(count.most, count.now);
    await pause(takesMs);
    count.now -= 1;
    if (fails()) throw new Error("not today");
  };
  return { name: "platform", jobs: [{ name: "count", everyMs, run, ...asked }] };
}

async function until(what: string, isSo: () => boolean | Promise<boolean>, withinMs = 10_000): Promise<void> {
  const lastMs = performance.now() + withinMs;
  while (!(await isSo())) {
    assert.ok(performance.now() < lastMs, `waited in vain: ${what}`);
    await pause(20);
  }
}

const CUT_CONNECTIONS =
  "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'parley'";
const cutConnections = () => owner.query(CUT_CONNECTIONS);

test("of two processes one works, and the other takes over when it goes", async () => {
  const [first, second] = [counted(), counted()];
  const one = aProcess([jobOf(first)]);
  await one.ready();
  const two = aProcess([jobOf(second)]);
  await pause(700);
  assert.ok(first.runs > 5);
  assert.equal(second.runs, 0);
  await one.stop();
  const runs = first.runs;
  await two.ready();
  await until("the second works", () => second.runs > 5);
  assert.equal(first.runs, runs, "a stopped process went on");
});

test("a job of the chains runs in the process that has their login, every other in the workers', each once", async () => {
  const db = openDb({ url, log: quiet, poolSize: 4 });
  pools.push(db);
  const ran: string[] = [];
  const jobs = [undefined, "chain" as const].map((role) => ({
    name: `of ${role ?? "worker"}`,
    everyMs: 10,
    ...(role ? { role } : {}),
    run: async (app: AppPorts) => void ran.push(`${role ?? "worker"} in ${app.config}`),
  }));
  const part = (dbs: AppPorts["dbs"], config: string) => {
    const crew = startWorkers({ dbs, config, log: quiet } as unknown as AppPorts, [{ name: "platform", jobs }]);
    crews.push(crew);
    return crew;
  };
  const [chain, worker] = [part({ chain: db }, "the chain's"), part({ worker: db }, "the workers'")];
  await Promise.all([chain.ready(), worker.ready()]);
  await until("both have run", () => new Set(ran).size >= 2);
  await pause(200);
  assert.deepEqual(new Set(ran), new Set(["chain in the chain's", "worker in the workers'"]));
});

test("a job that throws runs again, and the jobs beside it never stopped", async () => {
  const [good, bad] = [counted(), counted()];
  const crew = aProcess([jobOf(good), jobOf(bad, { fails: () => bad.runs < 4 })]);
  await crew.ready();
  await until("the failing job went on", () => bad.runs > 8 && good.runs > 8);
});

test("a slow job never runs beside itself", async () => {
  const slow = counted();
  await aProcess([jobOf(slow, { everyMs: 1, takesMs: 40 })]).ready();
  await until("some runs", () => slow.runs > 5);
  assert.equal(slow.most, 1);
});

test("after every cut of its connections a process leads again and runs each job once at a time", async () => {
  const count = counted();
  await aProcess([jobOf(count, { everyMs: 700, takesMs: 700 })]).ready();
  for (let cut = 0; cut < 3; cut++) {
    await cutConnections();
    const before = count.runs;
    await until("it leads again", () => count.runs > before);
  }
  await pause(3000);
  assert.equal(count.most, 1, "the loops of an earlier term went on beside the new ones");
});

test("a process whose first minutes in office fail gives the office up and tries again", async () => {
  let failures = 2;
  const count = counted();
  await owner.query(
    "insert into heartbeats (beat_at) values (now() - interval '1 hour') on conflict (only_row) do update set beat_at = excluded.beat_at",
  );
  const crew = aProcess([
    {
      ...jobOf(count),
      afterOutage: async () => void (failures-- > 0 && (await Promise.reject(new Error("no deadlines")))),
    },
  ]);
  await crew.ready();
  await until("it works", () => count.runs > 2);
});

test("an outage of the database: events of before and after it are delivered once, deadlines wait for its length", async () => {
  const received: string[] = [];
  const outages: number[] = [];
  const subscribing: Module = {
    name: "platform",
    subscriptions: [
      on(["account.signed_in"], async (_tx, events) => {
        received.push(...events.map(({ subject }) => subject));
        return [];
      }),
    ],
    afterOutage: async (_tx, outageMs) => void outages.push(outageMs),
  };
  await aProcess([subscribing]).ready();
  const say = (subject: string) =>
    emitting.tx(async (tx) => tx.emit({ type: "account.signed_in", subject, payload: {} }));
  await say("before");
  await until("the first is delivered", () => received.length === 1);

  await outage(async () => {
    await assert.rejects(say("during"), { code: "LEDGER_ASYNC_MODE" });
    await pause(1200);
  });
  // As if the outage had lasted: a returning process measures it by the last heartbeat, and one that is back already returns once more.
  await owner.query(`update heartbeats set beat_at = clock_timestamp() - interval '90 seconds'; ${CUT_CONNECTIONS}`);
  await say("after");
  await until("the second is delivered", () => received.length === 2);
  assert.deepEqual(received, ["before", "after"]);
  await until("who leads has measured it", () => outages.length > 0);
  assert.equal(outages.length, 1);
  assert.ok((outages[0] ?? 0) >= 90_000);
});

test("a job with a statement runs once at first, then while the statement is true, and in any case after its time", async () => {
  await owner.query("create table work (done boolean)");
  await owner.query("grant select on work to public");
  const [asked, both] = [counted(), counted()];
  const due = sql`exists (select from work)`;
  aProcess([jobOf(asked, { due }), jobOf(both, { due, alsoEveryMs: 400 })]);
  await until("both ran in any case", () => asked.runs === 1 && both.runs >= 2);
  assert.equal(asked.runs, 1, "there is no work");
  await owner.query("insert into work values (false)");
  await until("there is work", () => asked.runs >= 3);
  await owner.query("delete from work");
  await pause(600);
  const before = asked.runs;
  await pause(600);
  assert.equal(asked.runs, before);
  assert.equal(Math.max(asked.most, both.most), 1, "never beside itself");
  await owner.query("drop table work");
});

test("every login may ask what the statements of its jobs ask", async () => {
  const jobs = MODULES.flatMap((module) => module.jobs ?? []);
  for (const duty of ["worker", "chain", "market", "lightning"] as const) {
    const asked = jobs.flatMap(({ due, role = "worker" }) => (due && role === duty ? [{ due }] : []));
    if (asked.length > 0) assert.equal((await dbs[duty].read((tx) => dueAmong(tx, asked))).length, asked.length, duty);
  }
});
