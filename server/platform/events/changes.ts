/**
 * Reads which topics of cached data have changed, several times a second: everything that was committed since the last look. No
 * commit is missed, however late it comes, because the table is read from the oldest transaction that was still running then.
 */
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Db, Tx } from "../postgres/db.ts";
import type { Log } from "../log.ts";

const LOOK_EVERY_MS = 100;
/** A process that has not looked for so long may have missed changes that were deleted since. */
const LOST_AFTER_MS = 30_000;
const KEEP_MINUTES = 5;
const MOST_FORGOTTEN = 200_000;

export type ChangeSubscriber = { topics(topics: ReadonlySet<string>): void; everything(): void };

export type Changes = {
  /** Subscribes to changes from now on. */
  subscribe(subscriber: ChangeSubscriber): void;
  /**
   * Whether it knows all that was committed until so many milliseconds ago, two seconds unless they are given: otherwise
   * nothing kept may be shown.
   */
  isFresh(withinMs?: number): boolean;
  /** Afterwards all that was committed before is delivered, unless the database does not answer within a second. */
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
  const subscribers: ChangeSubscriber[] = [];
  const looker = makeLooker({ db, log, subscribers, nowMs });
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
    subscribe: (subscriber) => void subscribers.push(subscriber),
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

/** Calls during a run share the next run, which begins after them. */
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
  /** All that was committed before then is delivered. */
  knownUntil(): number;
  stop(): Promise<void>;
};

function makeLooker({
  db,
  log,
  subscribers,
  nowMs,
}: {
  db: Db;
  log: Log;
  subscribers: readonly ChangeSubscriber[];
  nowMs: () => number;
}): Looker {
  let horizon: string | undefined;
  let known = new Set<bigint>();
  let lastLook = -Infinity;
  /** Its own connection: rendering pages may take all others, and exactly then cached data must be known as fresh. */
  let client: pg.Client | undefined;
  let isAway = false;
  const lookOnce = async () => {
    client ??= await db.connect();
    const begun = nowMs();
    const askedAt = db.marketNow();
    const rows = await changesSince(client, horizon);
    // Sets the new time before the move of the clock is delivered, so that values made after that have the new time.
    if (rows[0]) db.syncClock(rows[0].now, askedAt);
    if (horizon === undefined || begun - lastLook > LOST_AFTER_MS)
      for (const subscriber of subscribers) subscriber.everything();
    const fresh = rows.filter(({ id }) => id !== null && !known.has(id));
    const topics = new Set(fresh.flatMap(({ topic }) => topic ?? []));
    if (topics.size > 0) for (const subscriber of subscribers) subscriber.topics(topics);
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
        // Changes made until it answers again may be deleted before they are read.
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
