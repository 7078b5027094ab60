/**
 * Standbys for reads that may lag. Several times a second the primary is asked for the end of its log and each standby for what it has
 * replayed, so it is known without a question when a standby had all of the primary. A standby is used while that is recent, and for a caller
 * whose last write it has replayed. What it cannot answer is read from the primary, once.
 */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../log.ts";
import { isConnectionFault } from "./faults.ts";
import { openReaders, type Readers } from "./readers.ts";

/** A position in the log of the database: bytes since its beginning. */
export type Position = bigint;

export type Replica = {
  readonly readers: Readers;
  /** It is used again after the next look at it. */
  lose(): void;
};

export type Replicas = {
  /** One that has replayed this position and lags no longer than is allowed. */
  pick(after: Position): Replica | undefined;
  /** Of each, in the order of the setting; undefined while it is not used. */
  lagsSec(): (number | undefined)[];
  /** Host and port of each, in the same order. */
  readonly names: readonly string[];
  end(): Promise<void>;
};

export type ReplicaSettings = { readonly urls: readonly string[]; readonly mostLagSec: number };

type Options = ReplicaSettings & {
  /** Of connections that refuse to write. */
  readonly config: pg.ClientConfig;
  readonly most: number;
  readonly patienceMs: number;
  readonly log: Log;
  readonly readPrimary: () => Promise<PrimaryNow>;
  /** A clock that only goes forward. */
  readonly nowMs?: () => number;
};

export type PrimaryNow = { readonly position: Position; readonly system: string };

type Standby = Replica & {
  readonly url: string;
  client: pg.Client | undefined;
  /** Undefined while it is not used. */
  replayed: Position | undefined;
};

const LOOK_MS = 250;
/** A look that takes longer has failed. */
const LOOK_PATIENCE_MS = 2000;

export function openReplicas(options: Options): Replicas {
  const { urls, mostLagSec, nowMs = () => performance.now() } = options;
  const standbys = urls.map((url) => standbyAt(url, options));
  /** Where the primary's log ended at least, and when; the oldest first. */
  const ends: { readonly position: Position; readonly atMs: number }[] = [];
  const lagMs = ({ replayed }: Standby): number => {
    const known = replayed === undefined ? undefined : ends.findLast(({ position }) => position <= replayed);
    return known ? nowMs() - known.atMs : Number.POSITIVE_INFINITY;
  };
  const isUsed = (standby: Standby) => lagMs(standby) <= mostLagSec * 1000;
  let isOver = false;
  let turn = 0;
  const look = async () => {
    const atMs = nowMs();
    const primary = await options.readPrimary();
    ends.push({ position: primary.position, atMs });
    while (ends.length > 1 && (ends[0]?.atMs ?? 0) < atMs - mostLagSec * 1000 - LOOK_PATIENCE_MS) ends.shift();
    await Promise.all(standbys.map((standby) => lookAt(standby, primary, options)));
  };
  const looking = (async () => {
    while (!isOver) {
      // Without the primary nothing is learned, and the standbys are soon too old to be used.
      await look().catch((error: unknown) => options.log.debug({ err: error }, "replicas wait for the primary"));
      await pause(LOOK_MS, undefined, { ref: false });
    }
  })();
  return {
    pick(after) {
      const able = standbys.filter((one) => one.replayed !== undefined && one.replayed >= after && isUsed(one));
      turn += 1;
      return able[turn % able.length];
    },
    names: urls.map(nameOf),
    lagsSec: () => standbys.map((standby) => (isUsed(standby) ? lagMs(standby) / 1000 : undefined)),
    async end() {
      isOver = true;
      for (const { client } of standbys) await client?.end().catch(() => undefined);
      await Promise.all([looking, ...standbys.map(({ readers }) => readers.end().catch(() => undefined))]);
    },
  };
}

/** Without login and password. */
function nameOf(url: string): string {
  const { host, port } = new pg.Client({ connectionString: url });
  return host.startsWith("/") ? host : `${host}:${port}`;
}

function standbyAt(url: string, { config, most, patienceMs, log }: Options): Standby {
  const standby: Standby = {
    url,
    readers: openReaders({ ...config, connectionString: url }, { most, patienceMs, isLost: isConnectionFault, log }),
    client: undefined,
    replayed: undefined,
    lose() {
      standby.replayed = undefined;
    },
  };
  return standby;
}

/** A connection that stays: when the standby ends it is not used from that moment on. */
async function lookAt(standby: Standby, { system }: PrimaryNow, { config, log }: Options): Promise<void> {
  try {
    standby.client ??= await connectTo(standby, config);
    const { rows } = await within(
      standby.client.query<{ is_standby: boolean; system: string; replayed: string | null }>(
        `select pg_is_in_recovery() as is_standby, (select system_identifier::text from pg_control_system()) as system,
                pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as replayed`,
      ),
    );
    const [row] = rows;
    // Another database, or one that was promoted, has other data.
    const isOurs = row?.is_standby === true && row.system === system;
    standby.replayed = isOurs && row.replayed !== null ? BigInt(row.replayed) : undefined;
  } catch (error) {
    if (standby.replayed !== undefined) log.warn({ err: error }, "a replica is not used for now");
    standby.lose();
    const broken = standby.client;
    standby.client = undefined;
    await broken?.end().catch(() => undefined);
  }
}

async function connectTo(standby: Standby, config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, connectionString: standby.url, connectionTimeoutMillis: LOOK_PATIENCE_MS });
  client.on("error", () => standby.lose());
  client.once("end", () => standby.lose());
  await client.connect();
  return client;
}

async function within<T>(asked: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = pause(LOOK_PATIENCE_MS, undefined, { ref: false, signal: over.signal }).then(() => {
    throw new Error("a replica does not answer");
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([asked, late]);
  } finally {
    over.abort();
  }
}
