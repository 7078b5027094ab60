/**
 * Hears which topics of pages changed: by looking, several times a second, at what was committed since the last look. No
 * commit is missed, however late it comes, because the table is read from the oldest transaction that still ran then.
 */
import type pg from "pg";
import type { Db, Tx } from "../db.ts";
import type { Log } from "../log.ts";

const LOOK_EVERY_MS = 100;
/** Whoever has not looked for so long may have missed what is forgotten since. */
const LOST_AFTER_MS = 30_000;
const KEEP_MINUTES = 5;
const MOST_FORGOTTEN = 200_000;

export type PageChanges = {
  /** Whether it has looked within the last two seconds: otherwise nothing kept may be shown. */
  isFresh(): boolean;
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
  /** Of its own: whoever draws pages takes all others, and then most of all what is kept has to be known as true. */
  let client: pg.Client | undefined;

  const ask = async () => {
    client ??= await db.connect();
    const begun = nowMs();
    return { begun, rows: await changesSince(client, horizon) };
  };

  const lookOnce = async () => {
    try {
      const { begun, rows } = await ask();
      if (horizon === undefined || begun - lastLook > LOST_AFTER_MS) heard.everything();
      const fresh = rows.filter(({ id }) => id !== null && !told.has(id));
      if (fresh.length > 0) heard.topics(new Set(fresh.flatMap(({ topic }) => topic ?? [])));
      told = new Set(rows.flatMap(({ id }) => id ?? []));
      horizon = rows[0]?.horizon;
      lastLook = begun;
    } catch (error) {
      // What happens until it answers again may not be told any more.
      horizon = undefined;
      const broken = client;
      client = undefined;
      await broken?.end().catch(() => undefined);
      log.warn({ err: error }, "kept pages are not shown while the database does not say what changed");
    }
  };
  const look = () => {
    looking = lookOnce();
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
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
      await client?.end();
    },
  };
}

/** One row without a topic where nothing changed. The next horizon is the oldest transaction that still runs. */
async function changesSince(client: pg.Client, horizon: string | undefined): Promise<Looked[]> {
  const { rows } = await client.query<{ horizon: string; id: string | null; topic: string | null }>({
    name: "page-changes",
    text: `select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, changed.id::text, changed.topic
           from (select 1) as one
           left join page_changes changed on changed.tx >= $1::xid8`,
    values: [horizon ?? "9223372036854775807"],
  });
  return rows.map((row) => ({ ...row, id: row.id === null ? null : BigInt(row.id) }));
}

export async function forgetPageChanges(tx: Tx): Promise<void> {
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
