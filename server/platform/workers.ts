/**
 * The leading process: holds a lock in the database, beats the platform's heart, runs the jobs and tells the events.
 * When it dies its connection closes, the lock is free, and another process leads.
 */
import type pg from "pg";
import type { AppPorts, Module, Subscriber } from "./app-ports.ts";
import { makeDispatcher } from "./dispatcher.ts";

const LEADER_LOCK = 7265003;
const HEARTBEAT_MS = 1000;
/** A shorter silence is a slow tick, not an outage. */
const OUTAGE_FROM_MS = 15_000;

export type Workers = {
  /** Resolves when this process leads and the first round of events is told. */
  ready(): Promise<void>;
  /** Tells waiting events now instead of at the next beat. */
  poke(): void;
  stop(): Promise<void>;
};

export function startWorkers(app: AppPorts, modules: readonly Module[]): Workers {
  const { db, log } = app;
  const dispatcher = makeDispatcher({ db, log, subscribers: subscribersOf(modules) });
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let stopped = false;
  let leader: pg.Client | undefined;
  let announce: () => void = () => undefined;
  const led = new Promise<void>((resolve) => {
    announce = resolve;
  });

  /** Runs the work again and again, never twice at once, until the process stops leading. */
  const repeat = (name: string, everyMs: number, work: () => Promise<unknown>) => {
    const turn = async () => {
      if (stopped || !leader) return;
      const done = work().then(
        () => undefined,
        (error) => log.error({ err: error, job: name }, "a job failed; it will run again"),
      );
      running.add(done);
      await done;
      running.delete(done);
      if (stopped || !leader) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        void turn();
      }, everyMs);
      timers.add(timer);
    };
    void turn();
  };

  let telling: Promise<unknown> | undefined;
  let again = false;
  const tell = () => {
    if (!leader || stopped) return;
    if (telling) {
      again = true;
      return;
    }
    telling = dispatcher
      .drain()
      .catch((error) => log.warn({ err: error instanceof Error ? error.message : error }, "events wait"))
      .finally(() => {
        telling = undefined;
        if (again) {
          again = false;
          tell();
        }
      });
  };

  const lead = async () => {
    await standStill(app, modules);
    repeat("heartbeat", HEARTBEAT_MS, () => db.tx(beat));
    repeat("events", 200, async () => tell());
    for (const module of modules) {
      for (const job of module.jobs ?? []) repeat(job.name, job.everyMs, () => job.run(app));
    }
    await dispatcher.drain();
    announce();
  };

  const contend = async () => {
    if (stopped) return;
    try {
      const client = await db.connect();
      const { rows } = await client.query("select pg_try_advisory_lock($1) as won", [LEADER_LOCK]);
      if (rows[0]?.won && !stopped) {
        leader = client;
        client.once("end", () => {
          leader = undefined;
          if (!stopped) setTimeout(() => void contend(), 500);
        });
        await lead();
        return;
      }
      await client.end();
    } catch (error) {
      log.warn({ err: error instanceof Error ? error.message : error }, "cannot lead yet");
    }
    if (!stopped && !leader) setTimeout(() => void contend(), 500);
  };
  void contend();
  db.onEvents(tell);

  return {
    ready: () => led,
    poke: tell,
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.allSettled([...running, telling]);
      await leader?.end();
    },
  };
}

function subscribersOf(modules: readonly Module[]): Map<string, Subscriber[]> {
  const found = new Map<string, Subscriber[]>();
  for (const module of modules) {
    for (const [type, subscriber] of Object.entries(module.subscriptions ?? {})) {
      found.set(type, [...(found.get(type) ?? []), subscriber]);
    }
  }
  return found;
}

type BeatTx = Parameters<Parameters<AppPorts["db"]["tx"]>[0]>[0];

/** The heart beats by the machine's clock, not the market's: a moved market clock is no outage. */
async function beat(tx: BeatTx): Promise<void> {
  await tx.rows`
    insert into heartbeats (beat_at)
    values (clock_timestamp())
    on conflict (only_row) do update set beat_at = excluded.beat_at`;
}

/** Nobody is punished for minutes in which the platform was down: every module moves its deadlines by them first. */
async function standStill({ db, log }: AppPorts, modules: readonly Module[]): Promise<void> {
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
    await beat(tx);
  });
}
