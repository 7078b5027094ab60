/**
 * Hears what changed of what processes keep, by topic: by looking, several times a second, at what was committed since the
 * last look. No commit is missed, however late it comes, because the table is read from the oldest transaction that still
 * ran then.
 */
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Db, Tx } from "../postgres/db.ts";
import type { Log } from "../log.ts";

const LOOK_EVERY_MS = 100;
/** Whoever has not looked for so long may have missed what is forgotten since. */
const LOST_AFTER_MS = 30_000;
const KEEP_MINUTES = 5;
const MOST_FORGOTTEN = 200_000;

export type Heard = { topics(topics: ReadonlySet<string>): void; everything(): void };

export type Changes = {
  /** Tells what changes from now on. */
  tell(heard: Heard): void;
  /**
   * Whether it knows all that was committed until so many milliseconds ago, two seconds unless they are given: otherwise
   * nothing kept may be shown.
   */
  isFresh(withinMs?: number): boolean;
  /** Has heard, afterwards, of all that was committed before: unless the database does not answer within a second. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

type Looked = {
  readonly horizon: string;
  readonly now: Date;
  readonly id: bigint | null;
  readonly topic: string | null;
};

const BLIND_AFTER_MS = 2000;
const PATIENCE_MS = 1000;

/** `nowMs` is a clock that only goes forward. */
export function followChanges(
  { db, log }: { readonly db: Db; readonly log: Log },
  nowMs: () => number = () => performance.now(),
): Changes {
  const told: Heard[] = [];
  const looker = makeLooker({ db, log, told, nowMs });
  const look = oneAfterTheOther(looker.look);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    if (stopped) return;
    timer = setTimeout(() => void look().then(again), LOOK_EVERY_MS);
    timer.unref();
  };
  void look().then(again);
  return {
    tell: (heard) => void told.push(heard),
    isFresh: (withinMs = BLIND_AFTER_MS) => nowMs() - looker.knownUntil() < withinMs,
    async look() {
      const patience = new AbortController();
      const late = pause(PATIENCE_MS, undefined, { ref: false, signal: patience.signal }).catch(() => undefined);
      await Promise.race([look(), late]);
      patience.abort();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await look.settled();
      await looker.stop();
    },
  };
}

/** Who asks while it runs shares the next run, which begins after they asked. */
function oneAfterTheOther(work: () => Promise<void>): { (): Promise<void>; settled(): Promise<void> } {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const run = (): Promise<void> => {
    if (!running) {
      running = work().finally(() => {
        running = undefined;
      });
      return running;
    }
    next ??= running.then(() => {
      next = undefined;
      return run();
    });
    return next;
  };
  return Object.assign(run, { settled: async () => void (await (next ?? running)) });
}

type Looker = {
  look(): Promise<void>;
  /** All that was committed before then is told. */
  knownUntil(): number;
  stop(): Promise<void>;
};

function makeLooker({
  db,
  log,
  told: tellTo,
  nowMs,
}: {
  db: Db;
  log: Log;
  told: readonly Heard[];
  nowMs: () => number;
}): Looker {
  let horizon: string | undefined;
  let known = new Set<bigint>();
  let lastLook = -Infinity;
  /** Of its own: whoever draws pages takes all others, and then most of all what is kept has to be known as true. */
  let client: pg.Client | undefined;
  let isAway = false;
  const lookOnce = async () => {
    client ??= await db.connect();
    const begun = nowMs();
    const askedAt = db.marketNow();
    const rows = await changesSince(client, horizon);
    // Before it is told that the clock was moved: what is made after that is of the new time.
    if (rows[0]) db.hearClock(rows[0].now, askedAt);
    if (horizon === undefined || begun - lastLook > LOST_AFTER_MS) for (const heard of tellTo) heard.everything();
    const fresh = rows.filter(({ id }) => id !== null && !known.has(id));
    const topics = new Set(fresh.flatMap(({ topic }) => topic ?? []));
    if (topics.size > 0) for (const heard of tellTo) heard.topics(topics);
    known = new Set(rows.flatMap(({ id }) => id ?? []));
    horizon = rows[0]?.horizon;
    lastLook = begun;
    isAway = false;
  };
  return {
    async look() {
      try {
        await lookOnce();
      } catch (error) {
        // What happens until it answers again may not be told any more.
        horizon = undefined;
        const broken = client;
        client = undefined;
        await broken?.end().catch(() => undefined);
        // Ten looks a second: an outage is one line, not thousands.
        if (!isAway) log.warn({ err: error }, "nothing kept is shown while the database does not say what changed");
        isAway = true;
      }
    },
    knownUntil: () => (horizon === undefined ? -Infinity : lastLook),
    stop: async () => client?.end(),
  };
}

/** One row without a topic where nothing changed. The next horizon is the oldest transaction that still runs. */
async function changesSince(client: pg.Client, horizon: string | undefined): Promise<Looked[]> {
  const { rows } = await client.query<Omit<Looked, "id"> & { id: string | null }>({
    name: "page-changes",
    text: `select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, market_now() as now, changed.id::text,
             changed.topic
           from (select 1) as one
           left join page_changes changed on changed.tx >= $1::xid8`,
    values: [horizon ?? "9223372036854775807"],
  });
  return rows.map((row) => ({ ...row, id: row.id === null ? null : BigInt(row.id) }));
}

export async function forgetChanges(tx: Tx): Promise<void> {
  // By pieces: what was left for hours is not too much for one statement.
  await tx.rows`
    delete from page_changes
    where id in (
      select id
      from page_changes
      where at < clock_timestamp() - make_interval(mins => ${KEEP_MINUTES})
      order by id
      limit ${MOST_FORGOTTEN})`;
}
