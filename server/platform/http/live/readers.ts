/**
 * The readers of each channel of the live connection, and their positions. New messages are read for all channels with readers
 * by one query at a time, however many have something new.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { WebSocket } from "ws";
import type { Db } from "../../postgres/db.ts";
import { messagesAfter } from "../../events/live.ts";
import type { Log } from "../../log.ts";

const PAGE = 200;
const MOST_CHANNELS_READ = 1000;
const MOST_BUFFERED_BYTES = 1_000_000;
const AGAIN_MS = 500;

/** The position of a reader in one channel. */
export type Place = { sent: bigint; expiresAtMs: number };
export type Reader = {
  readonly socket: WebSocket;
  readonly sessions: Set<bigint>;
  /** Changed by `enter` and `leave` only. */
  readonly channels: Map<string, Place>;
  /** Answered since the last pulse. */
  isThere: boolean;
};

export type Readers = {
  readonly all: Set<Reader>;
  enter(reader: Reader, channel: string, place: Place): void;
  /** Without a channel, all of them: the socket is closed. */
  leave(reader: Reader, channel?: string): void;
  /** Sends what came since the last number sent, in order; of a channel without readers nothing is read. */
  catchUp(channels: Iterable<string>): void;
};

export function send({ socket }: Reader, message: object | Buffer): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > MOST_BUFFERED_BYTES) socket.close(1013, "too slow, please resume");
  else socket.send(Buffer.isBuffer(message) ? message : JSON.stringify(message), { binary: false });
}

type Given = {
  readonly db: Db;
  readonly log: Log;
  /** Called for a reader with an expired token, after it left the channel. */
  readonly expired: (reader: Reader, channel: string) => void;
};

type Listening = Given & {
  readonly all: Set<Reader>;
  readonly byChannel: Map<string, Set<Reader>>;
  /** Channels with messages to read. */
  readonly due: Set<string>;
  isReading: boolean;
};

export function makeReaders(given: Given): Readers {
  const here: Listening = { ...given, all: new Set(), byChannel: new Map(), due: new Set(), isReading: false };
  const { all, byChannel, due } = here;
  return {
    all,
    enter(reader, channel, place) {
      reader.channels.set(channel, place);
      const others = byChannel.get(channel);
      if (others) others.add(reader);
      else byChannel.set(channel, new Set([reader]));
    },
    leave(reader, channel) {
      if (channel !== undefined) return leaveOne(here, reader, channel);
      all.delete(reader);
      for (const name of [...reader.channels.keys()]) leaveOne(here, reader, name);
    },
    catchUp(channels) {
      for (const channel of channels) due.add(channel);
      if (!here.isReading) void readAll(here);
    },
  };
}

function leaveOne({ byChannel }: Listening, reader: Reader, channel: string): void {
  reader.channels.delete(channel);
  const others = byChannel.get(channel);
  others?.delete(reader);
  if (others?.size === 0) byChannel.delete(channel);
}

/** Until nothing is due; what is announced meanwhile is read at the next turn. */
async function readAll(here: Listening): Promise<void> {
  const { due, log } = here;
  here.isReading = true;
  try {
    while (due.size > 0) {
      const places = takeDue(here);
      try {
        if (places.length > 0) await readDue(here, places);
      } catch (error) {
        log.warn({ err: error }, "live messages wait for the database");
        for (const { channel } of places) due.add(channel);
        await pause(AGAIN_MS, undefined, { ref: false });
      }
    }
  } finally {
    here.isReading = false;
  }
}

type Reading = { readonly channel: string; readonly after: bigint };

/** The channels that are due, each with the lowest number that one of its readers has; who may read no more leaves. */
function takeDue(here: Listening): Reading[] {
  const nowMs = here.db.marketNow().getTime();
  const places: Reading[] = [];
  for (const channel of here.due) {
    if (places.length >= MOST_CHANNELS_READ) break;
    here.due.delete(channel);
    let after: bigint | undefined;
    for (const reader of [...(here.byChannel.get(channel) ?? [])]) {
      const place = reader.channels.get(channel);
      if (!place) continue;
      if (place.expiresAtMs < nowMs) {
        leaveOne(here, reader, channel);
        here.expired(reader, channel);
      } else if (after === undefined || place.sent < after) after = place.sent;
    }
    if (after !== undefined) places.push({ channel, after });
  }
  return places;
}

async function readDue({ db, byChannel, due }: Listening, places: readonly Reading[]): Promise<void> {
  const messages = await db.read((tx) => messagesAfter(tx, places, PAGE));
  const counts = new Map<string, number>();
  for (const { channel, seq, body } of messages) {
    counts.set(channel, (counts.get(channel) ?? 0) + 1);
    // Written once for all who get it.
    const frame = Buffer.from(`{"op":"message","channel":${JSON.stringify(channel)},"seq":"${seq}","body":${body}}`);
    for (const reader of byChannel.get(channel) ?? []) {
      const place = reader.channels.get(channel);
      if (!place || seq <= place.sent) continue;
      send(reader, frame);
      place.sent = seq;
    }
  }
  for (const [channel, count] of counts) if (count === PAGE) due.add(channel);
}
