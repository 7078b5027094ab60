/**
 * Each process writes a row about itself every ten seconds, so that staff see what runs and how busy it is. The row is in one short transaction that
 * waits for no standby. Where it cannot be written the process goes on, and is shown as not seen.
 */
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { Duty } from "../events/workers.ts";
import { ids } from "../ids.ts";
import type { Log } from "../log.ts";
import type { Db } from "../postgres/db.ts";
import type { ProcessRole } from "../settings/config.ts";
import type { ProcessFigures } from "./figures.ts";
import { noteProcess } from "./presence-rows.ts";

export const PRESENCE_MS = 10_000;
/** Read, not imported: the signer loads nothing but its own code. */
const RELEASE: string = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")).version;
const RESOLUTION_MS = 50;
/** A database that is away does not delay the end of a process. */
const LAST_WORD_MS = 2000;

export type Presence = {
  /** From then on its row says what it leads in. */
  leadsBy(leads: () => readonly Duty[]): void;
  stop(): Promise<void>;
};

type Given = {
  readonly part: ProcessRole;
  /** By login; the first one writes. */
  readonly dbs: Readonly<Record<string, Db>>;
  readonly log: Log;
  readonly everyMs?: number;
};

export function startPresence({ part, dbs, log, everyMs = PRESENCE_MS }: Given): Presence {
  const [db] = Object.values(dbs);
  if (!db) throw new Error("a process without a database has nowhere to write its row");
  const instance = ids.hash();
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  loop.enable();
  let leads: () => readonly Duty[] = () => [];
  let timer: NodeJS.Timeout | undefined;
  /** An outage is one line of the log. */
  let isWritten = true;
  const over = new AbortController();
  const write = async (isStopping: boolean) => {
    const figures = figuresOf(dbs, { loop, leads: isStopping ? [] : leads() });
    const row = { instance, part, host: hostname(), pid: process.pid, release: RELEASE, figures, isStopping };
    await db
      .tx((tx) => noteProcess(tx, { ...row, ageSec: Math.floor(process.uptime()) }))
      .then(
        () => {
          isWritten = true;
        },
        (error: unknown) => {
          if (isWritten) log.warn({ err: error }, "the row of this process is not written");
          isWritten = false;
        },
      );
  };
  const writeAgain = async () => {
    await write(false);
    if (over.signal.aborted) return;
    timer = setTimeout(() => {
      writing = writeAgain();
    }, everyMs);
    timer.unref();
  };
  let writing = writeAgain();
  return {
    leadsBy(given) {
      leads = given;
    },
    async stop() {
      over.abort();
      clearTimeout(timer);
      loop.disable();
      const last = writing.then(() => write(true));
      await Promise.race([last, pause(LAST_WORD_MS, undefined, { ref: false })]);
    },
  };
}

type Measured = { readonly loop: ReturnType<typeof monitorEventLoopDelay>; readonly leads: readonly Duty[] };

function figuresOf(dbs: Given["dbs"], { loop, leads }: Measured): ProcessFigures {
  const lateMs = loop.count === 0 ? 0 : loop.percentile(99) / 1e6 - RESOLUTION_MS;
  loop.reset();
  const all = Object.entries(dbs);
  return {
    leads: [...leads],
    loopP99Ms: Math.max(0, Math.round(lateMs)),
    pools: all.flatMap(([login, db]) =>
      Object.entries(db.pools()).flatMap(([kind, figures]) =>
        figures.open === 0 && figures.longestWaitMs === 0
          ? []
          : [{ login, kind: kind as "reads", ...figures, longestWaitMs: Math.round(figures.longestWaitMs) }],
      ),
    ),
    bus: busOf(all.map(([, db]) => db)),
    replicas: all.flatMap(([, db]) => {
      const lags = db.lagsSec();
      return db.replicaNames.map((host, place) => {
        const lag = lags[place];
        return { host, lagMs: lag === undefined ? null : Math.round(lag * 1000) };
      });
    }),
  };
}

/** Of all its databases: they share the carrier, and each listens for itself. */
function busOf(dbs: readonly Db[]): ProcessFigures["bus"] {
  const states = dbs.map((db) => db.busState());
  const known = states.flatMap(({ isUp }) => (isUp === undefined ? [] : [isUp]));
  const gaps = states.flatMap(({ sinceGapSec }) => (sinceGapSec === undefined ? [] : [sinceGapSec]));
  return {
    carrier: states[0]?.carrier ?? "notify",
    isUp: known.length === 0 ? null : known.every(Boolean),
    gapSec: gaps.length === 0 ? null : Math.floor(Math.min(...gaps)),
  };
}
