/**
 * The leading processes: one holds the workers' lock in the database, writes the heartbeat and runs the workers' jobs; one
 * holds the chains' lock and runs the jobs of the chains; one the markets', and matches; one the Lightning node's. They may be the same one. When it dies its connections close, the
 * locks are free, and another process leads. Events are delivered by every process that has the workers' login.
 */
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { type AppPorts, type Job, type Module, portsOfJob } from "../app-ports.ts";
import { type Fragment, joinFragments, type ReadTx, type Tx } from "../postgres/db.ts";
import { onlyRow } from "../postgres/only-row.ts";
import { type CountError, makeErrorCount } from "../errors/kinds.ts";
import { noteError } from "../errors/rows.ts";
import { reportedLine, framesOf } from "../errors/text.ts";
import { type Dispatcher, makeDispatcher, subscriptionsOf } from "./dispatcher.ts";

/** What a process leads in, where it has the credentials of that role. */
const DUTIES = ["worker", "chain", "market", "lightning"] as const;
export type Duty = (typeof DUTIES)[number];
const LOCKS: Readonly<Record<Duty, number>> = { worker: 7265003, chain: 7265005, market: 7265007, lightning: 7265009 };
const HEARTBEAT_MS = 1000;
const EVENTS_MS = 200;
const WATCH_MS = 250;
const CONTEND_MS = 500;
const LAST_TERM_MS = 30_000;
/** A shorter silence is a slow tick, not an outage. */
const OUTAGE_FROM_MS = 15_000;

export type Workers = {
  /** Resolves when this process leads and the first round of events is delivered. */
  ready(): Promise<void>;
  /** Delivers waiting events now instead of at the next interval. */
  poke(): void;
  /** What this process leads in now. */
  leads(): Duty[];
  stop(): Promise<void>;
};

/** The place of one process in an election, and its running work. */
type Post = {
  readonly duty: Duty;
  readonly countError: CountError;
  readonly app: AppPorts;
  readonly modules: readonly Module[];
  readonly dispatcher: Dispatcher;
  readonly timers: Set<NodeJS.Timeout>;
  readonly running: Set<Promise<void>>;
  leader: pg.Client | undefined;
  stopped: boolean;
  delivering: Promise<unknown> | undefined;
  deliverAgain: boolean;
  announce: () => void;
};

/** For each duty that the ports have a login for. */
export function startWorkers(app: AppPorts, modules: readonly Module[]): Workers {
  const posts = DUTIES.filter((duty) => app.dbs[duty]).map((duty) => takePost(app, { duty, modules }));
  const worker = posts.find(({ post }) => post.duty === "worker")?.post;
  const poke = () => worker && deliver(worker);
  for (const emitting of new Set(Object.values(app.dbs))) emitting.onEvents(poke);
  if (worker) void hearEvents(worker);
  return {
    ready: async () => void (await Promise.all(posts.map(({ led }) => led))),
    poke,
    leads: () => posts.filter(({ post }) => post.leader !== undefined).map(({ post }) => post.duty),
    stop: async () => void (await Promise.all(posts.map(({ post }) => leave(post)))),
  };
}

function takePost(
  given: AppPorts,
  { duty, modules }: { duty: Duty; modules: readonly Module[] },
): { post: Post; led: Promise<void> } {
  const app = portsOfJob(given, { role: duty });
  const { db, log } = app;
  const post: Post = {
    duty,
    countError: makeErrorCount(),
    app,
    modules,
    dispatcher: makeDispatcher({ db, log, subscriptions: subscriptionsOf(modules) }),
    timers: new Set(),
    running: new Set(),
    leader: undefined,
    stopped: false,
    delivering: undefined,
    deliverAgain: false,
    announce: () => undefined,
  };
  const led = new Promise<void>((resolve) => {
    post.announce = resolve;
  });
  void contend(post);
  if (duty === "worker") deliverAlways(post);
  return { post, led };
}

async function leave(post: Post): Promise<void> {
  post.stopped = true;
  for (const timer of post.timers) clearTimeout(timer);
  await Promise.allSettled([...post.running, post.delivering]);
  await post.leader?.end();
}

/** Tries to lead, again and again, until the process stops. */
async function contend(post: Post): Promise<void> {
  while (!post.stopped) {
    await serveTerm(post).catch((error) => post.app.log.warn({ err: error }, "cannot lead yet"));
    if (!post.stopped) await pause(CONTEND_MS);
  }
}

/** One try for the lock; who gets it leads until its connection ends. */
async function serveTerm(post: Post): Promise<void> {
  // What an earlier term began is let finish first, so that no job runs beside itself; not for ever.
  await Promise.race([Promise.allSettled(post.running), pause(LAST_TERM_MS, undefined, { ref: false })]);
  const client = await post.app.db.connect();
  const over = new Promise<void>((resolve) => client.once("end", () => resolve()));
  try {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as won", [LOCKS[post.duty]]);
    if (!rows[0]?.won || post.stopped) return;
    post.leader = client;
    await lead(post, client);
    await over;
  } finally {
    // A process that holds the lock and does not lead would keep all others from it.
    if (post.leader === client) post.leader = undefined;
    await client.end();
  }
}

async function lead(post: Post, term: pg.Client): Promise<void> {
  const { app, modules, duty } = post;
  if (duty === "worker") {
    await moveDeadlines(app, modules);
    void repeat(post, term, { name: "heartbeat", everyMs: HEARTBEAT_MS, work: () => app.db.tx(writeHeartbeat) });
  }
  const jobs = modules.flatMap((module) => module.jobs ?? []).filter(({ role = "worker" }) => role === duty);
  for (const job of jobs) if (!job.due) void repeat(post, term, taskOf(post, job));
  const asked = jobs.flatMap((job) => (job.due ? [watchedOf(post, job, job.due)] : []));
  if (asked.length > 0) void repeat(post, term, watchOf(post, asked));
  if (duty === "worker") await post.dispatcher.drain();
  post.announce();
}

/** In the log each time, and so often an hour for administrators to read. */
async function tellFailure({ app, countError }: Post, { name }: Task, error: unknown): Promise<void> {
  app.log.error({ err: error, job: name }, "a job failed; it will run again");
  const stack = framesOf(error instanceof Error ? (error.stack ?? "") : "");
  const note = countError({ source: "job", place: name, message: reportedLine(error), stack });
  if (note) await app.db.tx((tx) => noteError(tx, note)).catch(() => undefined);
}

const taskOf = ({ app, modules }: Post, job: Job): Task => ({
  name: job.name,
  everyMs: job.everyMs,
  work: () => job.run(app, modules),
});

type Task = { readonly name: string; readonly everyMs: number; readonly work: () => Promise<unknown> };

/** Runs the work again and again, never twice at once, until this term is over: the next one begins its own. */
async function repeat(post: Post, term: pg.Client, task: Task): Promise<void> {
  if (post.stopped || post.leader !== term) return;
  await workOnce(post, task);
  if (post.stopped || post.leader !== term) return;
  const timer = setTimeout(() => {
    post.timers.delete(timer);
    void repeat(post, term, task);
  }, task.everyMs);
  post.timers.add(timer);
}

async function workOnce(post: Post, task: Task): Promise<void> {
  const done = task.work().then(
    () => undefined,
    (error) => tellFailure(post, task, error),
  );
  post.running.add(done);
  await done;
  post.running.delete(done);
}

/** A job that runs where its statement is true, no sooner than `restsUntilMs` and in any case at `anywayAtMs`. */
type Watched = Task & {
  readonly due: Fragment;
  readonly alsoEveryMs: number;
  restsUntilMs: number;
  anywayAtMs: number;
};

const watchedOf = (post: Post, job: Job, due: Fragment): Watched => ({
  ...taskOf(post, job),
  due,
  alsoEveryMs: job.alsoEveryMs ?? Number.POSITIVE_INFINITY,
  restsUntilMs: 0,
  anywayAtMs: 0,
});

/** Asks which of these jobs have work, and begins those. */
const watchOf = (post: Post, jobs: readonly Watched[]): Task => ({
  name: "look-for-work",
  everyMs: WATCH_MS,
  async work() {
    const due = await post.app.db.read((tx) => dueAmong(tx, jobs));
    const nowMs = performance.now();
    for (const [place, job] of jobs.entries())
      if (job.restsUntilMs <= nowMs && (due[place] || job.anywayAtMs <= nowMs)) void run(post, job);
  },
});

async function run(post: Post, job: Watched): Promise<void> {
  job.restsUntilMs = Number.POSITIVE_INFINITY;
  await workOnce(post, job);
  job.restsUntilMs = performance.now() + job.everyMs;
  job.anywayAtMs = performance.now() + job.alsoEveryMs;
}

/** By place, whether there is work for the job. */
export async function dueAmong(tx: ReadTx, jobs: readonly { readonly due: Fragment }[]): Promise<boolean[]> {
  const all = joinFragments(
    jobs.map(({ due }) => due),
    ", ",
  );
  return onlyRow(await tx.rows<{ due: boolean[] }>`select array[${all}] as due`).due;
}

/** An event of another process wakes that process only; events that a dead process had under way are found within this time. */
function deliverAlways(post: Post): void {
  deliver(post);
  const timer = setTimeout(() => {
    post.timers.delete(timer);
    if (!post.stopped) deliverAlways(post);
  }, EVENTS_MS);
  post.timers.add(timer);
}

/** Over BUS_URL the events of another process are announced: NOTIFY would cost each commit more than the look costs here. */
async function hearEvents(post: Post): Promise<void> {
  const { db, log } = post.app;
  if (db.isBusUp() === undefined) return;
  const listener = { heard: () => deliver(post), missed: () => deliver(post) };
  await db
    .listen(["events"], listener)
    .catch((error: unknown) => log.warn({ err: error }, "events are only looked for"));
}

/** Delivers waiting events; when some came meanwhile, once more. */
function deliver(post: Post): void {
  if (post.stopped) return;
  if (post.delivering) {
    post.deliverAgain = true;
    return;
  }
  post.delivering = post.dispatcher
    .drain()
    .catch((error) => post.app.log.warn({ err: error }, "events wait"))
    .finally(() => {
      post.delivering = undefined;
      if (!post.deliverAgain) return;
      post.deliverAgain = false;
      deliver(post);
    });
}

/** By the machine's clock, not the market's: a moved market clock is no outage. */
async function writeHeartbeat(tx: Tx): Promise<void> {
  await tx.rows`
    insert into heartbeats (beat_at)
    values (clock_timestamp())
    on conflict (only_row) do update set beat_at = excluded.beat_at`;
}

/** By the machine's clock, as it was written; undefined before the first. */
export async function secondsSinceHeartbeat(tx: ReadTx): Promise<number | undefined> {
  const [row] = await tx.rows<{ seconds: number }>`
    select extract(epoch from clock_timestamp() - beat_at)::float8 as seconds
    from heartbeats`;
  return row?.seconds;
}

/** When it was written last; undefined before the first. */
export async function heartbeatAt(tx: ReadTx): Promise<Date | undefined> {
  const [row] = await tx.rows<{ beat_at: Date }>`
    select beat_at
    from heartbeats`;
  return row?.beat_at;
}

/** Minutes in which the platform was down do not count: every module first extends its deadlines by them. */
async function moveDeadlines({ db, log }: AppPorts, modules: readonly Module[]): Promise<void> {
  await db.tx(async (tx) => {
    const [last] = await tx.rows<{ silent_ms: number }>`
      select (extract(epoch from clock_timestamp() - beat_at) * 1000)::float8 as silent_ms
      from heartbeats
      for update`;
    const outageMs = Math.floor(last?.silent_ms ?? 0);
    if (outageMs >= OUTAGE_FROM_MS) {
      log.warn({ outageMs }, "the platform was down; deadlines are moved by that time");
      for (const module of modules) await module.afterOutage?.(tx, outageMs);
    }
    await writeHeartbeat(tx);
  });
}
