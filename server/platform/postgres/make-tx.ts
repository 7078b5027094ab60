/** What a verb gets for its transaction, and a read: statements, the market clock, events, and what is left for later. */
import type { Events, EventType } from "#contract/platform/events.ts";

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

const ROLLBACK_PART = ((strings: TemplateStringsArray) => strings)`rollback to savepoint part`;

export type Ask = <T extends object>(strings: TemplateStringsArray, values: unknown[]) => Promise<T[]>;

export function makeReadTx(ask: Ask, begun: Date): ReadTx {
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
export type TimedEvent = NewEvent & { readonly at: Date };
type Writing = { readonly begun: Date; readonly events: TimedEvent[]; readonly waited: Promise<unknown>[] };

export function makeTx(ask: Ask, { begun, events, waited }: Writing): Tx {
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

export function insertEvents(tx: Tx, events: readonly TimedEvent[]): Promise<unknown> {
  return tx.rows`
    insert into events (type, subject, payload, at)
    select type, subject, payload::jsonb, at
    from unnest(
      ${events.map((event) => event.type)}::text[], ${events.map((event) => event.subject)}::text[],
      ${events.map((event) => JSON.stringify(event.payload))}::text[], ${events.map((event) => event.at)}::timestamptz[]
    ) as e (type, subject, payload, at)`;
}
