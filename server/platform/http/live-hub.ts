/**
 * WebSocket /live. A socket subscribes with a channel token and the last number it saw, gets what it missed, then what
 * comes. A slow reader is cut off and resumes; nothing is dropped in silence.
 */
import { createHmac } from "node:crypto";
import type { WebSocket } from "ws";
import * as z from "zod";
import type { Db } from "../db.ts";
import { lastSeqOf, listenLive, messagesAfter } from "../live.ts";
import type { Log } from "../log.ts";
import { sameText } from "./csrf.ts";

export const TOKEN_SECONDS = 1800;
const PAGE = 200;
const MOST_CHANNELS = 20;
const MOST_BUFFERED_BYTES = 1_000_000;

const frame = z.discriminatedUnion("op", [
  z.strictObject({
    op: z.literal("subscribe"),
    channel: z.string().max(120),
    token: z.string().max(400),
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

type Reader = {
  socket: WebSocket;
  sessions: Set<bigint>;
  channels: Map<string, { sent: bigint; reading: boolean; more: boolean; expiresAtMs: number }>;
};

export async function makeLiveHub({ db, log, secret }: { db: Db; log: Log; secret: Uint8Array }): Promise<LiveHub> {
  const readers = new Set<Reader>();
  const sign = (text: string) => createHmac("sha256", secret).update(`live:${text}`).digest("base64url");

  const openToken = (token: string): { channel: string; sessionId: bigint; expiresAtMs: number } | undefined => {
    const [payload = "", mac = ""] = token.split(".");
    if (!sameText(mac, sign(payload))) return undefined;
    const [channel = "", session = "", expires = ""] = Buffer.from(payload, "base64url").toString().split("\n");
    return { channel, sessionId: BigInt(session), expiresAtMs: Number(expires) };
  };

  const send = (reader: Reader, message: object) => {
    if (reader.socket.readyState !== reader.socket.OPEN) return;
    if (reader.socket.bufferedAmount > MOST_BUFFERED_BYTES) return reader.socket.close(1013, "too slow, please resume");
    reader.socket.send(JSON.stringify(message));
  };

  /** Sends what came since the last number sent, one page after the other, in order. */
  const catchUp = async (reader: Reader, channel: string): Promise<void> => {
    const place = reader.channels.get(channel);
    if (!place) return;
    if (place.reading) {
      place.more = true;
      return;
    }
    place.reading = true;
    try {
      do {
        place.more = false;
        if (place.expiresAtMs < db.marketNow().getTime()) {
          reader.channels.delete(channel);
          return send(reader, { op: "denied", channel, reason: "expired" });
        }
        const messages = await db.read((tx) => messagesAfter(tx, { channel, after: place.sent, limit: PAGE }));
        for (const message of messages) {
          send(reader, { op: "message", channel, seq: String(message.seq), body: message.body });
          place.sent = message.seq;
        }
        if (messages.length === PAGE) place.more = true;
      } while (place.more);
    } catch (error) {
      log.warn({ err: error instanceof Error ? error.message : error }, "live messages wait for the database");
      setTimeout(() => void catchUp(reader, channel), 500);
    } finally {
      place.reading = false;
    }
  };

  const subscribe = async (reader: Reader, wanted: { channel: string; token: string; after?: string | undefined }) => {
    const token = openToken(wanted.token);
    const denied = !token || token.channel !== wanted.channel || token.expiresAtMs < db.marketNow().getTime();
    if (denied || reader.channels.size >= MOST_CHANNELS)
      return send(reader, { op: "denied", channel: wanted.channel, reason: "access" });
    const last = await db.read((tx) => lastSeqOf(tx, wanted.channel));
    const after = wanted.after === undefined ? last : BigInt(wanted.after);
    const before = reader.channels.get(wanted.channel);
    reader.sessions.add(token.sessionId);
    // A refreshed token keeps the place; a number from the future (a restored database) starts at the end.
    const sent = before?.sent ?? (after > last ? last : after);
    reader.channels.set(wanted.channel, { sent, reading: false, more: false, expiresAtMs: token.expiresAtMs });
    send(reader, { op: "subscribed", channel: wanted.channel, seq: String(sent) });
    await catchUp(reader, wanted.channel);
  };

  const hear = (name: string) => {
    for (const reader of readers) if (reader.channels.has(name)) void catchUp(reader, name);
  };
  const listening = await listenLive(db, {
    channel: hear,
    sessionEnded(id) {
      for (const reader of readers) if (reader.sessions.has(id)) reader.socket.close(1008, "signed out");
    },
    everything() {
      for (const reader of readers) for (const name of reader.channels.keys()) void catchUp(reader, name);
    },
  });
  const pulse = setInterval(() => {
    for (const { socket } of readers) socket.ping();
  }, 25_000);
  pulse.unref();

  return {
    grant({ channel, sessionId, now }) {
      const payload = Buffer.from(`${channel}\n${sessionId}\n${now.getTime() + TOKEN_SECONDS * 1000}`).toString(
        "base64url",
      );
      return `${payload}.${sign(payload)}`;
    },
    accept(socket) {
      const reader: Reader = { socket, sessions: new Set(), channels: new Map() };
      readers.add(reader);
      let received = 0;
      socket.on("message", (data, isBinary) => {
        received += 1;
        const text = isBinary ? "" : String(data);
        const parsed = frame.safeParse(text.length < 2000 ? parseJson(text) : undefined);
        if (!parsed.success || received > 5000) return socket.close(1008, "not understood");
        if (parsed.data.op === "ping") return send(reader, { op: "pong" });
        subscribe(reader, parsed.data).catch(() => socket.close(1011, "try again"));
      });
      socket.on("close", () => readers.delete(reader));
      socket.on("error", () => readers.delete(reader));
    },
    sockets: () => readers.size,
    async stop() {
      clearInterval(pulse);
      for (const { socket } of readers) socket.close(1001, "restarting");
      await listening.stop();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller closes the socket for it.
    return undefined;
  }
}
