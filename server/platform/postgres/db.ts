/**
 * The database, as verbs see it: a transaction with one clock reading, one place to emit events, and plain SQL in
 * tagged templates. A verb gets a Tx and nothing else.
 */
import { availableParallelism } from "node:os";
import pg from "pg";
import { type Begin, beginsFor } from "../begins.ts";
import type { Bus, BusState, OutsideBus, Ring } from "../bus/bus.ts";
import { joinedBus } from "../bus/joined-bus.ts";
import type { Log } from "../log.ts";
import { isConnectionFault, isOfStandby, isRetryable, translate, UnknownOutcome } from "./faults.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { type Ask, insertEvents, makeReadTx, makeTx, type ReadTx, type TimedEvent, type Tx } from "./make-tx.ts";
import { openReaders, type Readers, streamOf } from "./readers.ts";
import {
  openReplicas,
  type Position,
  type PrimaryNow,
  type Replica,
  type Replicas,
  type ReplicaSettings,
} from "./replicas.ts";
import { hearNotices, takeRings, takeUnconfirmed } from "./notices.ts";
import { type RecentMost, recentMost } from "./recent-most.ts";
import { SESSION_OPTIONS } from "./session-settings.ts";
import { queryRows } from "./shaped-result.ts";
import { statementOf } from "./statements.ts";

export type { NewEvent, ReadTx, Tx } from "./make-tx.ts";
export { anyOf, Fragment, joinFragments, sql } from "./statements.ts";

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

export type Db = {
  /** One transaction, repeated when PostgreSQL asks for it (serialisation failure, deadlock), at most five times. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same for what lists name: it is looked up by key, however small the tables were when a connection planned its statement. */
  txByKey<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same on one snapshot: every statement sees the same commits, and may take as long as it needs. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Reads without a transaction: every statement sees the newest commit. */
  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /**
   * The same for what may be some seconds old, from a replica that has replayed `after`; without such a one, and where the replica fails or
   * refuses, from here. Never for balances, proofs, limits, and who may do what.
   */
  readLagging<T>(after: Position, work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** Where the log ends now: a replica that has replayed this has all commits until now. Undefined without replicas. */
  position(): Promise<Position | undefined>;
  /** Of each replica, undefined while it is not used. */
  lagsSec(): (number | undefined)[];
  /** Host and port of each replica. */
  readonly replicaNames: readonly string[];
  /** The market clock without a round trip, as of the last transaction plus the time since. */
  marketNow(): Date;
  /** The market clock as it was read outside of a transaction, after marketNow() had returned `askedAt`. */
  syncClock(now: Date, askedAt: Date): void;
  /** Called after each commit that emitted events. */
  onEvents(listener: () => void): void;
  /** A connection of its own for locks of sessions and for LISTEN; the caller ends it, or `close` does. */
  connect(): Promise<pg.Client>;
  /** Calls the listener for rings of all processes, until `close`. */
  listen: Bus["listen"];
  /** Whether rings to other processes leave over BUS_URL, and arrive; undefined where PostgreSQL carries them. */
  isBusUp(): boolean | undefined;
  /** Idle and busy connections, for the metrics. */
  load(): { total: number; idle: number; waiting: number };
  /** The same of each kind of connection, for the staff. */
  pools(): Readonly<Record<"transactions" | "reads", PoolFigures>>;
  busState(): BusState;
  close(): Promise<void>;
};

export type PoolFigures = {
  readonly most: number;
  readonly open: number;
  readonly busy: number;
  readonly waiting: number;
  /** The longest wait for a connection in the last minute. */
  readonly longestWaitMs: number;
};

/** Marks a value as JSON, so that an array does not become a PostgreSQL array. */
export function json(value: JsonValue): string {
  return JSON.stringify(value);
}

/** Statements of one turn leave as one packet. It saves a fifth of the CPU time (decisions/foundations/transactions-and-commit-groups.md). */
function holdWrites(client: pg.ClientBase): void {
  const stream = streamOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** `plans` keeps statements apart that are to be planned differently: a connection that has a plan keeps it under their name. */
async function runStatement<T extends object>(
  client: pg.ClientBase,
  { strings, given, plans }: { strings: TemplateStringsArray; given: unknown[]; plans: string | undefined },
): Promise<T[]> {
  const { name, ...statement } = statementOf(strings, given);
  holdWrites(client);
  return queryRows<T>(client, { ...statement, name: plans === undefined ? undefined : name && name + plans });
}

/** Between us and PostgreSQL, in transaction mode: LISTEN and locks of sessions go past it. */
export type Pooler = {
  readonly directUrl: string;
  /** It keeps named statements: PgBouncer does from 1.21 on. */
  readonly keepsNames: boolean;
};

export type DbOptions = {
  /** A connection string, or a folder with a unix socket. */
  readonly url: string;
  readonly log: Log;
  readonly poolSize?: number;
  readonly pooler?: Pooler | undefined;
  readonly replicas?: ReplicaSettings | undefined;
  /** Carries what transactions ring, instead of PostgreSQL. */
  readonly bus?: OutsideBus | undefined;
  /** Whether the market's clock is stopped, in a test: then it is as it was last read. */
  readonly isStopped?: (() => boolean) | undefined;
};

/** What the functions below share: the pools, the listeners for events, and the market clock's distance to ours. */
type Pooled = {
  readonly pool: pg.Pool;
  /** Connections that refuse to write. */
  readonly readers: Readers;
  readonly listeners: (() => void)[];
  readonly isStopped: () => boolean;
  readonly keepsNames: boolean;
  readonly bus: OutsideBus | undefined;
  readonly waits: RecentMost;
  skewMs: number;
  lastRead: Date;
};

function syncClock(pooled: Pooled, now: Date): void {
  pooled.skewMs = now.getTime() - Date.now();
  pooled.lastRead = now;
}

function marketNow({ isStopped, lastRead, skewMs }: Pooled): Date {
  return isStopped() ? lastRead : new Date(Date.now() + skewMs);
}

const READ_ONLY = "-c default_transaction_read_only=on";
const PRIMARY_NOW = `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text as position,
    (select system_identifier::text from pg_control_system()) as system`;

export function openDb(options: DbOptions): Db {
  const { pooler, bus, log } = options;
  const direct: pg.PoolConfig = {
    connectionString: pooler?.directUrl ?? options.url,
    options: SESSION_OPTIONS,
    application_name: "parley",
    // Statements that do not wait for each other travel together.
    pipeline: true,
  };
  // A pooler gives its connections what the role has.
  const config = pooler ? { ...direct, connectionString: options.url, options: undefined } : direct;
  const pool = openPool({ ...config, max: options.poolSize ?? 20 }, log);
  const readOnly = `${config.options ?? ""} ${READ_ONLY}`.trim();
  const readers = openReaders(
    { ...config, options: readOnly },
    { most: READS_AT_ONCE, patienceMs: PATIENCE_MS, isLost: isConnectionFault, log },
  );
  const replicas = replicasOf(options, { config: direct, readPrimary: () => primaryNow(readers) });
  const opened = new Set<pg.Client>();
  const pooled: Pooled = {
    pool,
    readers,
    listeners: [],
    skewMs: 0,
    lastRead: new Date(0),
    isStopped: options.isStopped ?? (() => false),
    keepsNames: pooler?.keepsNames ?? true,
    bus,
    waits: recentMost(),
  };
  const connect = async () => {
    const client = new pg.Client(direct);
    client.on("error", (error) => log.warn({ err: error }, "a listening database connection failed"));
    await client.connect();
    opened.add(client.once("end", () => opened.delete(client)));
    return client;
  };
  const joined = joinedBus(connect, bus);
  const begins = beginsFor({ hasBus: bus !== undefined });
  return {
    tx: (work) => runRepeatedly(pooled, begins.plain, work),
    txByKey: (work) => runRepeatedly(pooled, begins.byKey, work),
    snapshot: (work) => runRepeatedly(pooled, begins.snapshot, work),
    read: (work) => runReading(pooled, readers, work),
    readLagging: (after, work) => runLagging(pooled, { replica: replicas?.pick(after), work }),
    position: async () => (replicas ? (await primaryNow(readers)).position : undefined),
    lagsSec: () => replicas?.lagsSec() ?? [],
    replicaNames: replicas?.names ?? [],
    marketNow: () => marketNow(pooled),
    syncClock(now, askedAt) {
      // What was read between the two says nothing new, however slow the answer was.
      if (now < askedAt || now > marketNow(pooled)) syncClock(pooled, now);
    },
    onEvents: (listener) => void pooled.listeners.push(listener),
    connect,
    listen: joined.listen,
    isBusUp: () => bus?.isUp(),
    load: () => loadOf(pooled),
    pools: () => poolsOf(pooled),
    busState: joined.state,
    async close() {
      await joined.stop();
      await replicas?.end();
      await Promise.all([pool, readers, ...opened].map((one) => one.end()));
    },
  };
}

function loadOf({ pool, readers }: Pooled): ReturnType<Db["load"]> {
  const { total, idle, waiting } = readers.load();
  return { total: pool.totalCount + total, idle: pool.idleCount + idle, waiting: pool.waitingCount + waiting };
}

function poolsOf({ pool, readers, waits }: Pooled): ReturnType<Db["pools"]> {
  const { total, idle, waiting } = readers.load();
  return {
    transactions: {
      ...{ most: pool.options.max, open: pool.totalCount, busy: pool.totalCount - pool.idleCount },
      ...{ waiting: pool.waitingCount, longestWaitMs: waits.most() },
    },
    reads: { most: READS_AT_ONCE, open: total, busy: total - idle, waiting, longestWaitMs: readers.longestWaitMs() },
  };
}

async function primaryNow(readers: Readers): Promise<PrimaryNow> {
  const [row] = await readers.ask<{ position: string; system: string }>({
    ...{ name: undefined, text: PRIMARY_NOW, values: [] },
  });
  if (!row) throw new Error("the database does not say where its log ends");
  return { position: BigInt(row.position), system: row.system };
}

type Reading = { readonly config: pg.PoolConfig; readonly readPrimary: () => Promise<PrimaryNow> };

/** Past a pooler, which would not say which server answers. */
function replicasOf({ replicas, log }: DbOptions, { config, readPrimary }: Reading): Replicas | undefined {
  if (!replicas) return undefined;
  const readOnly = { ...config, options: `${config.options ?? ""} ${READ_ONLY}` };
  const limits = { most: READS_AT_ONCE, patienceMs: PATIENCE_MS };
  return openReplicas({ ...replicas, ...limits, config: readOnly, log, readPrimary });
}

/** Returns LEDGER_ASYNC_MODE to calls that wait for a connection longer than PATIENCE_MS. */
function openPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool({ ...config, connectionTimeoutMillis: PATIENCE_MS });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection failed"));
  // Also in the moment between the pool's handler and ours: an unhandled error would end the process.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    hearNotices(client);
  });
  return pool;
}

async function runRepeatedly<T>(pooled: Pooled, begin: Begin, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(pooled, begin, work);
    } catch (error) {
      if (isOfStandby(error)) throw new Refusal("LEDGER_ASYNC_MODE", {}, {}, { cause: error });
      if (attempt >= 5 || !isRetryable(error)) throw translate(error);
      await new Promise((resolve) => setTimeout(resolve, attempt * attempt * 5));
    }
  }
}

async function runOnce<T>(pooled: Pooled, begin: Begin, work: (tx: Tx) => Promise<T>): Promise<T> {
  const askedAtMs = performance.now();
  const client = await pooled.pool.connect().finally(() => pooled.waits.note(performance.now() - askedAtMs));
  let fault: Error | undefined;
  // A checked-out client that loses its server emits an error; unheard it would end the process.
  const onError = (error: Error) => {
    fault = error;
  };
  client.on("error", onError);
  const events: TimedEvent[] = [];
  try {
    const begun = (await client.query(begin.text)) as unknown as pg.QueryResult<{ now: Date }>[];
    const now = clockOf(begun);
    syncClock(pooled, now);
    const waited: Promise<unknown>[] = [];
    const plans = pooled.keepsNames ? begin.plans : undefined;
    const ask: Ask = (strings, values) => runStatement(client, { strings, given: values, plans });
    const tx = makeTx(ask, { begun: now, events, waited });
    const result = await work(tx);
    // Some of what is waited for emits in the end.
    if (waited.length > 0) await Promise.all(waited);
    if (events.length > 0) tx.later(insertEvents(tx, events));
    await commit(client, waited);
    sendRings(pooled, client, events.length > 0);
    client.off("error", onError);
    client.release();
    if (events.length > 0) for (const listener of pooled.listeners) listener();
    return result;
  } catch (error) {
    // Of a commit that may have happened.
    if (error instanceof UnknownOutcome) sendRings(pooled, client, events.length > 0);
    else takeRings(client);
    const clean =
      !fault &&
      !isOfStandby(error) &&
      (await client.query("rollback").then(
        () => true,
        () => false,
      ));
    client.off("error", onError);
    // A connection in an unknown state is never reused.
    client.release(clean ? undefined : true);
    throw error;
  }
}

/** Over BUS_URL. New events wake the workers of other processes, which look by themselves several times a second. */
function sendRings({ bus }: Pooled, client: pg.ClientBase, hasEvents: boolean): void {
  const rings = [...takeRings(client), ...(hasEvents ? [NEW_EVENTS] : [])];
  if (rings.length > 0) bus?.ring(rings);
}

const NEW_EVENTS: Ring = { topic: "events", note: "" };

/**
 * Throws the fault of what was left for later; PostgreSQL has then rolled the transaction back. Throws UnknownOutcome where the connection was lost
 * in between, or no standby has it.
 */
async function commit(client: pg.ClientBase, waited: readonly Promise<unknown>[]): Promise<void> {
  const committing = client.query("commit");
  committing.catch(() => undefined);
  const result = await Promise.all(waited)
    .then(() => committing)
    .catch((error: unknown) => {
      throw isConnectionFault(error) ? new UnknownOutcome("the connection was lost", { cause: error }) : error;
    });
  if (result.command !== "COMMIT") throw new Error("the transaction was rolled back instead of committed");
  if (takeUnconfirmed(client)) throw new UnknownOutcome("no standby has confirmed it");
}

/**
 * More reads at once than the machine has processors only take turns: all get slower, and the unlucky ones much.
 * Transactions have a pool of their own, because others wait for their locks.
 */
const READS_AT_ONCE = Math.max(4, 2 * availableParallelism());
const PATIENCE_MS = 5000;

type Lagging<T> = { readonly replica: Replica | undefined; readonly work: (tx: ReadTx) => Promise<T> };

/** What the replica refuses as well is asked again: it may not have what was asked for yet. */
async function runLagging<T>(pooled: Pooled, { replica, work }: Lagging<T>): Promise<T> {
  if (!replica) return runReading(pooled, pooled.readers, work);
  try {
    return await readAt(pooled, replica.readers, work);
  } catch (error) {
    if (isConnectionFault(error)) replica.lose();
    return runReading(pooled, pooled.readers, work);
  }
}

async function runReading<T>(pooled: Pooled, readers: Readers, work: (tx: ReadTx) => Promise<T>): Promise<T> {
  try {
    return await readAt(pooled, readers, work);
  } catch (error) {
    throw translate(error);
  }
}

async function readAt<T>(pooled: Pooled, readers: Readers, work: (tx: ReadTx) => Promise<T>): Promise<T> {
  const ask: Ask = (strings, values) => {
    const statement = statementOf(strings, values);
    return readers.ask(pooled.keepsNames ? statement : { ...statement, name: undefined });
  };
  const tx = makeReadTx(ask, marketNow(pooled));
  const begun = tx.now;
  const result = await work(tx);
  // A clock that was read corrects the pool's, so that later reads know of a moved one.
  if (tx.now !== begun && readers === pooled.readers) syncClock(pooled, tx.now);
  return result;
}

/** The clock that came back with `begin`. */
function clockOf(results: readonly pg.QueryResult<{ now: Date }>[]): Date {
  const row = results.at(-1)?.rows[0];
  if (!row) throw new Error("the database did not return its clock");
  return row.now;
}
