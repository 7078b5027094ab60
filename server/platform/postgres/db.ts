/**
 * The database, as verbs see it: a transaction with one clock reading, one place to emit events, and plain SQL in
 * tagged templates. A verb gets a Tx and nothing else.
 */
import { availableParallelism } from "node:os";
import pg from "pg";
import type { Events, EventType } from "#contract/platform/events.ts";
import { BEGIN, BEGIN_BY_KEY, BEGIN_SNAPSHOT, type Begin } from "../begins.ts";
import type { Log } from "../log.ts";
import { isConnectionFault, isRetryable, translate, UnknownOutcome } from "./faults.ts";
import { openReaders, type Readers, streamOf } from "./readers.ts";
import { SESSION_OPTIONS } from "./session-settings.ts";
import { queryRows } from "./shaped-result.ts";
import { statementOf } from "./statements.ts";

export { anyOf, Fragment, joinFragments, sql } from "./statements.ts";

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** A fact to be delivered after the transaction commits; `subject` is the hash or id of its object. */
export type NewEvent<T extends EventType = EventType> = {
  readonly type: T;
  readonly subject: string;
  readonly payload: Events[T];
};

/** What a read gets. Its connections refuse every write (PostgreSQL's read_only_sql_transaction). */
export type ReadTx = {
  /** Runs one statement; `${value}` becomes a parameter, a fragment made by sql`` becomes text. */
  rows<T extends object>(strings: TemplateStringsArray, ...values: unknown[]): Promise<T[]>;
  /** The market clock when the transaction began, or when readClock() last read it. */
  readonly now: Date;
  /** Reads the market clock again. After a lock wait a deadline may have passed: decide by this. */
  readClock(): Promise<Date>;
};

export type Tx = ReadTx & {
  /**
   * A pipelined write: the transaction waits for it, not the caller. It is sent together with the next statement. Its
   * failure fails the transaction.
   */
  later(work: Promise<unknown>): void;
  /** Sets the clock from a market_now() that a statement of the verb already brought. */
  useClock(now: Date): void;
  /** Writes the event in this transaction; its subscribers run after the commit. */
  emit<T extends EventType>(event: NewEvent<T>): void;
  /** Forgets the events emitted so far. */
  dropEvents(): void;
  /** A part that may fail by itself: then all that it wrote and emitted is undone, and its error is thrown. */
  attempt<T>(part: () => Promise<T>): Promise<T>;
};

export type Db = {
  /** One transaction, repeated when PostgreSQL asks for it (serialisation failure, deadlock), at most five times. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same for what lists name: it is looked up by key, however small the tables were when a connection planned its statement. */
  txByKey<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same on one snapshot: every statement sees the same commits, and may take as long as it needs. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Reads without a transaction: every statement sees the newest commit. */
  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** The market clock without a round trip, as of the last transaction plus the time since. */
  marketNow(): Date;
  /** The market clock as it was read outside of a transaction, after marketNow() had returned `askedAt`. */
  syncClock(now: Date, askedAt: Date): void;
  /** Called after each commit that emitted events. */
  onEvents(listener: () => void): void;
  /** A connection of its own for LISTEN and session locks; the caller ends it, or `close` does. */
  connect(): Promise<pg.Client>;
  /** Idle and busy connections, for the metrics. */
  load(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
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

export function openDb({ log, ...options }: DbOptions): Db {
  const { pooler } = options;
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
  const readOnly = `${config.options ?? ""} -c default_transaction_read_only=on`.trim();
  const readers = openReaders(
    { ...config, options: readOnly },
    { most: READS_AT_ONCE, patienceMs: PATIENCE_MS, isLost: isConnectionFault, log },
  );
  const opened = new Set<pg.Client>();
  const pooled: Pooled = {
    pool,
    readers,
    listeners: [],
    skewMs: 0,
    lastRead: new Date(0),
    isStopped: options.isStopped ?? (() => false),
    keepsNames: pooler?.keepsNames ?? true,
  };
  return {
    tx: (work) => runRepeatedly(pooled, BEGIN, work),
    txByKey: (work) => runRepeatedly(pooled, BEGIN_BY_KEY, work),
    snapshot: (work) => runRepeatedly(pooled, BEGIN_SNAPSHOT, work),
    read: (work) => runReading(pooled, work),
    marketNow: () => marketNow(pooled),
    syncClock(now, askedAt) {
      // What was read between the two says nothing new, however slow the answer was.
      if (now < askedAt || now > marketNow(pooled)) syncClock(pooled, now);
    },
    onEvents: (listener) => void pooled.listeners.push(listener),
    async connect() {
      const client = new pg.Client(direct);
      client.on("error", (error) => log.warn({ err: error }, "a listening database connection failed"));
      await client.connect();
      opened.add(client.once("end", () => opened.delete(client)));
      return client;
    },
    load() {
      const reading = readers.load();
      return {
        total: pool.totalCount + reading.total,
        idle: pool.idleCount + reading.idle,
        waiting: pool.waitingCount + reading.waiting,
      };
    },
    close: async () => void (await Promise.all([pool, readers, ...opened].map((one) => one.end()))),
  };
}

/** Returns LEDGER_ASYNC_MODE to calls that wait for a connection longer than PATIENCE_MS. */
function openPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool({ ...config, connectionTimeoutMillis: PATIENCE_MS });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection failed"));
  // Also in the moment between the pool's handler and ours: an unhandled error would end the process.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    hearWarnings(client);
  });
  return pool;
}

async function runRepeatedly<T>(pooled: Pooled, begin: Begin, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(pooled, begin, work);
    } catch (error) {
      if (attempt >= 5 || !isRetryable(error)) throw translate(error);
      await new Promise((resolve) => setTimeout(resolve, attempt * attempt * 5));
    }
  }
}

async function runOnce<T>(pooled: Pooled, begin: Begin, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pooled.pool.connect();
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
    client.off("error", onError);
    client.release();
    if (events.length > 0) for (const listener of pooled.listeners) listener();
    return result;
  } catch (error) {
    const clean =
      !fault &&
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
  if (unconfirmed.delete(client)) throw new UnknownOutcome("no standby has confirmed it");
}

/** Connections whose last commit stopped waiting for the standby: PostgreSQL says so in a warning, after it has committed here. */
const unconfirmed = new WeakSet<pg.ClientBase>();

/** By the function of PostgreSQL that warns: its words are in the language of the server. */
function hearWarnings(client: pg.ClientBase): void {
  client.on("notice", ({ severity, routine }: { severity?: string | undefined; routine?: string | undefined }) => {
    if (routine === "SyncRepWaitForLSN" && severity !== "NOTICE") unconfirmed.add(client);
  });
}

const ROLLBACK_PART = ((strings: TemplateStringsArray) => strings)`rollback to savepoint part`;

type Ask = <T extends object>(strings: TemplateStringsArray, values: unknown[]) => Promise<T[]>;

function makeReadTx(ask: Ask, begun: Date): ReadTx {
  let now = begun;
  const rows: ReadTx["rows"] = (strings, ...values) => ask<never>(strings, values);
  return {
    rows,
    get now() {
      return now;
    },
    async readClock() {
      const [row] = await rows<{ now: Date }>`select market_now() as now`;
      if (row) now = row.now;
      return now;
    },
  };
}

/** `at` is the clock of its step: a transaction may read it again for the next one. */
type TimedEvent = NewEvent & { readonly at: Date };
type Writing = { readonly begun: Date; readonly events: TimedEvent[]; readonly waited: Promise<unknown>[] };

function makeTx(ask: Ask, { begun, events, waited }: Writing): Tx {
  let now = begun;
  let fault: unknown;
  const rows: Tx["rows"] = (strings, ...values) =>
    ask<never>(strings, values).catch((error: unknown) => {
      // Everything after the first fault only says that the transaction is over; the first one has the cause.
      fault ??= error;
      throw fault;
    });
  return {
    rows,
    later(work) {
      work.catch(() => undefined);
      waited.push(work);
    },
    get now() {
      return now;
    },
    async readClock() {
      const [row] = await rows<{ now: Date }>`select market_now() as now`;
      if (row) now = row.now;
      return now;
    },
    useClock(read) {
      now = read;
    },
    emit(event) {
      events.push({ ...event, at: now });
    },
    dropEvents() {
      events.length = 0;
    },
    async attempt(part) {
      const before = { events: events.length, waited: waited.length };
      await rows`savepoint part`;
      try {
        const result = await part();
        await Promise.all(waited.slice(before.waited));
        await rows`release savepoint part`;
        return result;
      } catch (error) {
        // What was left for later may emit in the end: that is undone as well.
        await Promise.allSettled(waited.slice(before.waited));
        await ask(ROLLBACK_PART, []);
        events.length = before.events;
        waited.length = before.waited;
        fault = undefined;
        throw error;
      }
    },
  };
}

/**
 * More reads at once than the machine has processors only take turns: all get slower, and the unlucky ones much.
 * Transactions have a pool of their own, because others wait for their locks.
 */
const READS_AT_ONCE = Math.max(4, 2 * availableParallelism());
const PATIENCE_MS = 5000;

async function runReading<T>(pooled: Pooled, work: (tx: ReadTx) => Promise<T>): Promise<T> {
  const ask: Ask = (strings, values) => {
    const statement = statementOf(strings, values);
    return pooled.readers.ask(pooled.keepsNames ? statement : { ...statement, name: undefined });
  };
  try {
    const tx = makeReadTx(ask, marketNow(pooled));
    const begun = tx.now;
    const result = await work(tx);
    // A clock that was read corrects the pool's, so that later reads know of a moved one.
    if (tx.now !== begun) syncClock(pooled, tx.now);
    return result;
  } catch (error) {
    throw translate(error);
  }
}

/** The clock that came back with `begin`. */
function clockOf(results: readonly pg.QueryResult<{ now: Date }>[]): Date {
  const row = results.at(-1)?.rows[0];
  if (!row) throw new Error("the database did not return its clock");
  return row.now;
}

function insertEvents(tx: Tx, events: readonly TimedEvent[]): Promise<unknown> {
  return tx.rows`
    insert into events (type, subject, payload, at)
    select type, subject, payload::jsonb, at
    from unnest(
      ${events.map((event) => event.type)}::text[], ${events.map((event) => event.subject)}::text[],
      ${events.map((event) => JSON.stringify(event.payload))}::text[], ${events.map((event) => event.at)}::timestamptz[]
    ) as e (type, subject, payload, at)`;
}
