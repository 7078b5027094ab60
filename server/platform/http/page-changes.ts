/**
 * Hears which topics of pages changed: by looking, several times a second, at what was committed since the last look. No
 * commit is missed, however late it comes, because the table is read from the oldest transaction that still ran then.
 */
import type { Db, ReadTx, Tx } from "../db.ts";
import type { Log } from "../log.ts";

const LOOK_EVERY_MS = 100;
/** Whoever has not looked for so long may have missed what is forgotten since. */
const LOST_AFTER_MS = 30_000;
const KEEP_MINUTES = 5;

export type PageChanges = {
  /** Whether it has looked within the last two seconds: otherwise nothing kept may be shown. */
  isFresh(): boolean;
  /** Looks now. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

type Looked = { readonly horizon: string; readonly id: bigint | null; readonly topic: string | null };

const BLIND_AFTER_MS = 2000;

/** `nowMs` is a clock that only goes forward. */
export function followPageChanges(
  { db, log }: { readonly db: Db; readonly log: Log },
  heard: { topics(topics: ReadonlySet<string>): void; everything(): void },
  nowMs: () => number = () => performance.now(),
): PageChanges {
  let horizon: string | undefined;
  let told = new Set<bigint>();
  let lastLook = -Infinity;
  let stopped = false;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const lookOnce = async () => {
    const begun = nowMs();
    try {
      const rows = await db.read((tx) => changesSince(tx, horizon));
      if (horizon === undefined || begun - lastLook > LOST_AFTER_MS) heard.everything();
      const fresh = rows.filter(({ id }) => id !== null && !told.has(id));
      if (fresh.length > 0) heard.topics(new Set(fresh.flatMap(({ topic }) => topic ?? [])));
      told = new Set(rows.flatMap(({ id }) => id ?? []));
      horizon = rows[0]?.horizon;
      lastLook = begun;
    } catch (error) {
      // What happens until it answers again may not be told any more.
      horizon = undefined;
      log.warn({ err: error }, "kept pages are not shown while the database does not say what changed");
    }
  };
  const look = () => {
    looking ??= lookOnce().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const again = () => {
    if (stopped) return;
    timer = setTimeout(() => void look().then(again), LOOK_EVERY_MS);
    timer.unref();
  };
  void look().then(again);
  return {
    isFresh: () => horizon !== undefined && nowMs() - lastLook < BLIND_AFTER_MS,
    look,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** One row without a topic where nothing changed. The next horizon is the oldest transaction that still runs. */
function changesSince(tx: ReadTx, horizon: string | undefined): Promise<Looked[]> {
  return tx.rows<Looked>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, changed.id, changed.topic
    from (select 1) as one
    left join page_changes changed on changed.tx >= ${horizon ?? "9223372036854775807"}::xid8`;
}

export async function forgetPageChanges(tx: Tx): Promise<void> {
  await tx.rows`
    delete from page_changes
    where at < clock_timestamp() - make_interval(mins => ${KEEP_MINUTES})`;
}
