/**
 * WebSocket /live. A socket subscribes with a channel token and the last number that it received, gets the missed
 * messages, then new ones. A public channel needs no token and has its newest state, or what changed of it; a reader who sees that it
 * missed something subscribes without a number. A slow reader is disconnected and resumes; no message is dropped silently.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { WebSocket } from "ws";
import * as z from "zod";
import type { Db, ReadTx } from "../../postgres/db.ts";
import {
  type LiveBody,
  type LiveStates,
  lastSeqOf,
  oldestSeqOf,
  listenLive,
  type StateMessage,
} from "../../events/live.ts";
import type { Log } from "../../log.ts";
import { together } from "../../together.ts";
import { makeReaders, type Reader, type Readers, send } from "./readers.ts";
import { type LiveTokens, liveTokens, TOKEN_SECONDS } from "./token.ts";

const PULSE_MS = 25_000;
/** How often readers of changes get the number of the last one. */
const BEAT_MS = 1000;
const AGAIN_MS = 1000;
const MOST_CHANNELS = 20;
const MOST_FRAMES = 5000;
/** A socket that listens to nothing is ended after this. */
export const ENTER_WITHIN_MS = 20_000;

const frame = z.discriminatedUnion("op", [
  z.strictObject({
    op: z.literal("subscribe"),
    channel: z.string().max(120),
    token: z.string().max(400).optional(),
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  }),
  z.strictObject({ op: z.literal("ping") }),
]);

export type LiveHub = {
  /** A token for one channel, valid for TOKEN_SECONDS; it dies with the session. */
  grant(input: { channel: string; sessionId: bigint; now: Date }): string;
  accept(socket: WebSocket): void;
  sockets(): number;
  stop(): Promise<void>;
};

/** Those of these sessions that are still open: a token outlives neither its time nor its session. */
export type FindOpenSessions = (tx: ReadTx, ids: readonly bigint[]) => Promise<ReadonlySet<bigint>>;

type Hub = {
  readonly db: Db;
  readonly log: Log;
  readonly readers: Readers;
  readonly tokens: LiveTokens;
  readonly findOpenSessions: FindOpenSessions;
  readonly states: readonly LiveStates[];
  /** By channel, what all its readers were sent last. */
  readonly sent: Map<string, StateMessage>;
  /** Sends the newest state of a family to this reader, or to all, together with those who come while the database answers others. */
  readonly readings: ReadonlyMap<LiveStates, (reader: Reader | undefined) => Promise<void>>;
  /** Whether the database is being asked which sessions have ended, and is to be asked once more. */
  sessionsAsked: "no" | "asking" | "again";
};

export async function makeLiveHub({
  db,
  log,
  secret,
  findOpenSessions,
  states,
}: {
  db: Db;
  log: Log;
  secret: Uint8Array;
  findOpenSessions: FindOpenSessions;
  states: readonly LiveStates[];
}): Promise<LiveHub> {
  const expired = (reader: Reader, channel: string) => {
    awaitChannel(hub, reader);
    send(reader, { op: "denied", channel, reason: "expired" });
  };
  const readers = makeReaders({ db, log, expired });
  const hub: Hub = {
    db,
    log,
    readers,
    tokens: liveTokens(secret),
    findOpenSessions,
    states,
    sent: new Map(),
    readings: new Map(
      states.map((one) => [one, together((asked) => sendStatesTogether(hub, one, asked), Number.POSITIVE_INFINITY)]),
    ),
    sessionsAsked: "no",
  };
  const listening = await listenLive(db, {
    channels: (names) => readers.catchUp(names),
    states(family) {
      for (const one of states) if (one.family === family) void hub.readings.get(one)?.(undefined);
    },
    sessionEnded: (id) => void endSockets(hub, id),
    everything() {
      void endMissedSockets(hub);
      for (const reader of readers.all) readers.catchUp(keptChannels(hub, reader));
      for (const one of states) void hub.readings.get(one)?.(undefined);
    },
  });
  const pulse = setInterval(() => {
    for (const reader of readers.all) {
      // The other side is gone: messages would only pile up.
      if (!reader.isThere) reader.socket.terminate();
      reader.isThere = false;
      reader.socket.ping();
    }
  }, PULSE_MS);
  pulse.unref();
  const beat = setInterval(() => tellLast(hub), BEAT_MS);
  beat.unref();
  return {
    grant: ({ channel, sessionId, now }) =>
      hub.tokens.write({ channel, sessionId, expiresAtMs: now.getTime() + TOKEN_SECONDS * 1000 }),
    accept: (socket) => accept(hub, socket),
    sockets: () => readers.all.size,
    async stop() {
      clearInterval(pulse);
      clearInterval(beat);
      for (const reader of readers.all) {
        reader.socket.close(1001, "restarting");
        readers.leave(reader);
      }
      await listening.stop();
    },
  };
}

/** Where the row says that the session has ended; a database that does not answer is no reason to let a socket go on. */
async function endSockets(hub: Hub, id: bigint): Promise<void> {
  const { db, log, readers, findOpenSessions } = hub;
  if (![...readers.all].some(({ sessions }) => sessions.has(id))) return;
  const open = await db
    .read((tx) => findOpenSessions(tx, [id]))
    .catch((error: unknown) => {
      log.warn({ err: error }, "a session that may have ended was not read");
      return new Set<bigint>();
    });
  if (!open.has(id)) closeSockets(hub, new Set([id]));
}

/** Of all sockets, after rings may have been lost: asked until the database answers, by one at a time. */
async function endMissedSockets(hub: Hub): Promise<void> {
  const isFirst = hub.sessionsAsked === "no";
  hub.sessionsAsked = isFirst ? "asking" : "again";
  if (!isFirst) return;
  const isAnswered = await askSessions(hub);
  if (!isAnswered) await pause(AGAIN_MS, undefined, { ref: false });
  // What ended while the database was asked may not be in its answer.
  const isDue = !isAnswered || (hub.sessionsAsked as Hub["sessionsAsked"]) === "again";
  hub.sessionsAsked = "no";
  if (isDue) await endMissedSockets(hub);
}

async function askSessions(hub: Hub): Promise<boolean> {
  const { db, log, readers, findOpenSessions } = hub;
  const ended = new Set([...readers.all].flatMap(({ sessions }) => [...sessions]));
  if (ended.size === 0) return true;
  try {
    for (const id of await db.read((tx) => findOpenSessions(tx, [...ended]))) ended.delete(id);
  } catch (error) {
    log.warn({ err: error }, "sessions that may have ended wait for the database");
    return false;
  }
  closeSockets(hub, ended);
  return true;
}

function closeSockets({ readers }: Hub, ended: ReadonlySet<bigint>): void {
  for (const { socket, sessions } of readers.all)
    if ([...sessions].some((id) => ended.has(id))) socket.close(1008, "signed out");
}

/** Channels with stored messages. */
function keptChannels({ states }: Hub, reader: Reader): string[] {
  return [...reader.channels.keys()].filter((name) => !states.some((family) => family.has(name)));
}

function accept(hub: Hub, socket: WebSocket): void {
  const reader: Reader = { socket, sessions: new Set(), channels: new Map(), isThere: true };
  hub.readers.all.add(reader);
  socket.on("pong", () => {
    reader.isThere = true;
  });
  let received = 0;
  socket.on("message", (data, isBinary) => {
    received += 1;
    const text = isBinary ? "" : String(data);
    const parsed = frame.safeParse(text.length < 2000 ? parseJson(text) : undefined);
    if (!parsed.success || received > MOST_FRAMES) return socket.close(1008, "not understood");
    if (parsed.data.op === "ping") return send(reader, { op: "pong" });
    subscribe(hub, reader, parsed.data).catch(() => socket.close(1011, "try again"));
  });
  socket.on("close", () => hub.readers.leave(reader));
  socket.on("error", () => hub.readers.leave(reader));
  awaitChannel(hub, reader);
}

/** Asked again when the last channel of a reader ran out. */
function awaitChannel(hub: Hub, reader: Reader): void {
  setTimeout(() => {
    if (reader.channels.size === 0 && hub.readers.all.has(reader)) reader.socket.close(1008, "no channel entered");
  }, ENTER_WITHIN_MS).unref();
}

type Wanted = {
  readonly channel: string;
  readonly token?: string | undefined;
  readonly after?: string | undefined;
};

async function subscribe(hub: Hub, reader: Reader, wanted: Wanted): Promise<void> {
  const { channel } = wanted;
  const states = hub.states.find((one) => one.has(channel));
  if (states) return enterState(hub, reader, states, wanted);
  const token = hub.tokens.read(wanted.token ?? "");
  const denied = !token || token.channel !== channel || token.expiresAtMs < hub.db.marketNow().getTime();
  if (denied || reader.channels.size >= MOST_CHANNELS) return send(reader, { op: "denied", channel, reason: "access" });
  // First listed, then looked up: a session that ends in between still takes the socket along.
  reader.sessions.add(token.sessionId);
  const [open, last, oldest] = await hub.db.read((tx) =>
    Promise.all([hub.findOpenSessions(tx, [token.sessionId]), lastSeqOf(tx, channel), oldestSeqOf(tx, channel)]),
  );
  const forgotten = oldest === undefined ? last : oldest - 1n;
  if (!open.has(token.sessionId)) return send(reader, { op: "denied", channel, reason: "access" });
  const before = reader.channels.get(channel);
  // A refreshed token keeps the place: nothing is sent twice.
  if (before) before.expiresAtMs = token.expiresAtMs;
  else {
    const after = wanted.after === undefined ? last : BigInt(wanted.after);
    // A reader who was away for longer than messages are kept gets a gap, and starts at the end.
    if (after < forgotten) send(reader, { op: "gap", channel });
    // A number from the future, after a restored database, starts there too.
    const sent = after > last || after < forgotten ? last : after;
    // A reader that left meanwhile gets no messages.
    if (hub.readers.all.has(reader)) hub.readers.enter(reader, channel, { sent, expiresAtMs: token.expiresAtMs });
  }
  send(reader, { op: "subscribed", channel, seq: String(reader.channels.get(channel)?.sent ?? 0n) });
  hub.readers.catchUp([channel]);
}

/** Public: sends the newest state at once, unless the reader has it, and each one after. */
async function enterState(hub: Hub, reader: Reader, states: LiveStates, { channel, after }: Wanted): Promise<void> {
  if (!reader.channels.has(channel) && reader.channels.size >= MOST_CHANNELS)
    return send(reader, { op: "denied", channel, reason: "access" });
  const place = { sent: BigInt(after ?? 0), expiresAtMs: Number.POSITIVE_INFINITY };
  hub.readers.enter(reader, channel, place);
  send(reader, { op: "subscribed", channel, seq: String(place.sent) });
  await hub.readings.get(states)?.(reader);
}

async function sendStatesTogether(hub: Hub, states: LiveStates, asked: readonly (Reader | undefined)[]) {
  const readers = asked.flatMap((reader) => reader ?? []);
  await sendStates(hub, states, readers.length === asked.length ? readers : undefined);
  return asked.map(() => undefined);
}

/**
 * One query for all readers of a family; each reader gets what it does not have yet: the change since the state that all were sent
 * last, where that is its own last one, else the whole state.
 */
async function sendStates(hub: Hub, states: LiveStates, only?: readonly Reader[]): Promise<void> {
  const list = only ?? [...hub.readers.all];
  const channels = new Set(list.flatMap((reader) => [...reader.channels.keys()].filter((name) => states.has(name))));
  if (channels.size === 0) return;
  try {
    for (const now of await hub.db.read((tx) => states.read(tx, [...channels]))) {
      const frames = framesOf(hub, states, now);
      for (const reader of list) {
        const place = reader.channels.get(now.channel);
        if (!place || now.seq <= place.sent) continue;
        send(reader, place.sent === frames.changeAfter ? frames.change() : frames.whole());
        place.sent = now.seq;
      }
      const before = hub.sent.get(now.channel);
      if (!only && (!before || before.seq < now.seq)) hub.sent.set(now.channel, now);
    }
  } catch (error) {
    // The next announcement carries what this one would have.
    hub.log.warn({ err: error }, "live states wait for the database");
  }
}

/** Each is written once for all who get it. */
function framesOf({ sent }: Hub, { change }: LiveStates, now: StateMessage) {
  const { channel, seq } = now;
  const before = sent.get(channel);
  const after = before && before.seq < seq ? before : undefined;
  const body = after && change?.(after.body, now.body);
  const written = (more: { body: LiveBody; prev?: string }) =>
    Buffer.from(JSON.stringify({ op: "message", channel, seq: String(seq), ...more }));
  let [changeFrame, wholeFrame]: (Buffer | undefined)[] = [];
  return {
    changeAfter: body && after.seq,
    change: () => (changeFrame ??= written({ body: body ?? now.body, prev: String(after?.seq) })),
    whole: () => (wholeFrame ??= written({ body: now.body })),
  };
}

/** The number of the last message, to readers of changes: who missed it, and gets none after it, sees that by this. */
function tellLast({ readers, states }: Hub): void {
  const ofChanges = states.filter(({ change }) => change);
  for (const reader of readers.all)
    for (const [channel, { sent }] of reader.channels)
      if (ofChanges.some((one) => one.has(channel))) send(reader, { op: "at", channel, seq: String(sent) });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller closes the socket for it.
    return undefined;
  }
}
