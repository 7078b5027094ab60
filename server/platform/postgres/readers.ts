/**
 * Connections for reads. A statement of a read is a transaction of its own, so those of many readers share a connection: what is asked in one turn of
 * the event loop leaves as one packet, and is answered in order. Most of what a read cost a process was the sending of it.
 */
import type { Writable } from "node:stream";
import pg from "pg";
import type { Log } from "../log.ts";
import { recentMost } from "./recent-most.ts";
import { queryRows, type Statement } from "./shaped-result.ts";

type Reader = {
  readonly client: pg.Client;
  readonly ready: Promise<unknown>;
  isReady: boolean;
  /** Its writes of this turn are held back. */
  isHeld: boolean;
  /** When what is not answered yet was asked, in order. */
  readonly asked: number[];
};

export type Readers = {
  ask<T extends object>(statement: Statement): Promise<T[]>;
  load(): { total: number; idle: number; waiting: number };
  /** The longest time that a statement waited for its turn in the last minute. */
  longestWaitMs(): number;
  end(): Promise<unknown>;
};

type Options = {
  /** Connections. */
  readonly most: number;
  /** So long a statement waits for others before it is refused. */
  readonly patienceMs: number;
  readonly isLost: (error: unknown) => boolean;
  readonly log: Log;
};

/** More would wait for each other although another connection is free. */
const MOST_IN_A_PACKET = 6;
/** What is asked behind a statement that takes so long might wait as long. */
const SLOW_MS = 25;

/** Of a connection; writes to it can be held back. */
export const streamOf = (client: pg.ClientBase): Writable =>
  (client as unknown as { connection: { stream: Writable } }).connection.stream;

export function openReaders(config: pg.ClientConfig, { most, patienceMs, isLost, log }: Options): Readers {
  const readers = new Set<Reader>();
  let ofThisTurn: Reader | undefined;
  const waits = recentMost();
  const opened = () => open({ ...config, connectionTimeoutMillis: patienceMs }, readers, log);

  function pick(now: number): Reader {
    const waited = (reader: Reader) => now - (reader.asked[0] ?? now);
    if (ofThisTurn && readers.has(ofThisTurn) && ofThisTurn.asked.length < MOST_IN_A_PACKET) return ofThisTurn;
    const quick = [...readers].filter((reader) => waited(reader) < SLOW_MS);
    const idle = quick.find(({ asked }) => asked.length === 0);
    if (!idle && readers.size < most) return opened();
    const chosen = idle ?? least(quick.length > 0 ? quick : [...readers]);
    if (waited(chosen) > patienceMs) throw new Error("timeout exceeded when trying to connect");
    return chosen;
  }

  /** Until all callbacks of this turn have asked. */
  function hold(reader: Reader): void {
    if (reader.isHeld) return;
    reader.isHeld = true;
    const stream = streamOf(reader.client);
    stream.cork();
    setImmediate(() => {
      reader.isHeld = false;
      if (ofThisTurn === reader) ofThisTurn = undefined;
      stream.uncork();
    });
  }

  return {
    async ask(statement) {
      const now = performance.now();
      const reader = pick(now);
      reader.asked.push(now);
      try {
        if (!reader.isReady) {
          await reader.ready;
          waits.note(performance.now() - now);
        }
        ofThisTurn = reader;
        hold(reader);
        return await queryRows(reader.client, statement);
      } catch (error) {
        // A connection in an unknown state is never used again.
        if (isLost(error) && readers.delete(reader)) reader.client.end().catch(() => undefined);
        throw error;
      } finally {
        reader.asked.shift();
        const [next] = reader.asked;
        if (next !== undefined) waits.note(performance.now() - next);
      }
    },
    load() {
      const all = [...readers];
      return {
        total: all.length,
        idle: all.filter(({ asked }) => asked.length === 0).length,
        waiting: all.reduce((sum, { asked }) => sum + Math.max(0, asked.length - 1), 0),
      };
    },
    longestWaitMs: waits.most,
    end: () => Promise.all([...readers].map(({ client }) => client.end())),
  };
}

/** Among the readers until it ends. */
function open(config: pg.ClientConfig, readers: Set<Reader>, log: Log): Reader {
  const client = new pg.Client(config);
  const reader: Reader = { client, ready: client.connect(), isReady: false, isHeld: false, asked: [] };
  const leave = () => readers.delete(reader);
  client.on("error", (error) => {
    log.warn({ err: error }, "a database connection for reads failed");
    leave();
  });
  client.on("end", leave);
  reader.ready.then(() => {
    reader.isReady = true;
  }, leave);
  readers.add(reader);
  return reader;
}

const least = (readers: readonly Reader[]): Reader =>
  readers.reduce((one, other) => (other.asked.length < one.asked.length ? other : one));
