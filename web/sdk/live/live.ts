/**
 * The live connection: one socket a page. Channels are entered with tokens that are fetched again 300 s before they
 * expire, public ones without; after a cut each channel resumes behind the last number it saw, so nothing is missed and nothing comes twice.
 */
import { reAuthPush } from "#contract/platform/live-tokens.ts";
import { isPublicChannel } from "#contract/platform/live-channels.ts";
import { createConnection } from "./live-connection.ts";
import type { Call, Live, LiveEvent } from "../page-kit.ts";

const REFRESH_BEFORE_SEC = 300;

type Frame = {
  op: "subscribed" | "denied" | "message" | "pong" | "gap" | "at";
  channel?: string;
  seq?: string;
  /** Of a change: the message that it changes. */
  prev?: string;
  body?: { type: string };
};

type Channel = {
  listeners: Set<(event: LiveEvent) => void>;
  /** As in the token: "user" is "user:" and the user's id. */
  fullName?: string;
  after?: string;
  refresh?: ReturnType<typeof setTimeout>;
};

/** Of a public channel only its name. */
type Grant = { name: string; channel: string; token?: string; expireIn?: number };

export type LiveInput = {
  call: Call;
  report: (error: unknown) => void;
  /** Where the page's own facts end, by channel. */
  after: Readonly<Record<string, string>>;
};

/** The server writes only what contract/platform/events.ts describes. */
function eventOf({ type, ...payload }: { type: string }, seq: string): LiveEvent {
  return { type, sequence: Number(seq), payload } as LiveEvent;
}

/** What a message or a number says of the messages before it: `lost` where one is missing. */
function standingOf({ op, seq, prev }: Frame, { after }: Channel): "new" | "known" | "lost" {
  if (seq === undefined) return "known";
  if (op === "at") return BigInt(seq) > BigInt(after ?? 0) ? "lost" : "known";
  if (op !== "message" || (after !== undefined && BigInt(seq) <= BigInt(after))) return "known";
  return prev !== undefined && prev !== after ? "lost" : "new";
}

type Entering = Pick<LiveInput, "call" | "report"> & {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly connection: ReturnType<typeof createConnection>;
};

/** Fetches tokens for these channels and enters them; tries again later where that fails. */
function entering({ call, report, channels, connection }: Entering): (all: string[]) => void {
  function enter(all: string[]): void {
    if (!connection.isOpen()) return;
    for (const name of all.filter(isPublicChannel)) subscribeTo({ name, channel: name });
    const names = all.filter((name) => !isPublicChannel(name));
    if (names.length === 0) return;
    call(reAuthPush, { body: { channels: names } })
      .then(({ data }) => {
        for (const grant of data.channels) subscribeTo(grant);
      })
      .catch((error: unknown) => {
        report(error);
        setTimeout(() => enter(names), connection.nextWaitMs());
      });
  }

  function subscribeTo({ name, channel: fullName, token, expireIn }: Grant): void {
    const channel = channels.get(name);
    if (!channel) return;
    channel.fullName = fullName;
    connection.send({ op: "subscribe", channel: fullName, token, after: channel.after });
    clearTimeout(channel.refresh);
    if (expireIn !== undefined)
      channel.refresh = setTimeout(() => enter([name]), Math.max(5, expireIn - REFRESH_BEFORE_SEC) * 1000);
  }

  return enter;
}

export function createLive({ call, report, after }: LiveInput): Live {
  const channels = new Map<string, Channel>();
  const gapWatchers = new Set<() => void>();
  const connection = createConnection({
    opened: () => enter([...channels.keys()]),
    onText: (text) => receive(JSON.parse(text) as Frame),
  });

  const enter = entering({ call, report, channels, connection });

  function receive(frame: Frame): void {
    const [name, channel] = [...channels].find(([, one]) => one.fullName === frame.channel) ?? [];
    if (!name || !channel) return;
    // Away for longer than messages are kept: the place is lost, and the next `subscribed` names the new one.
    if (frame.op === "gap") {
      delete channel.after;
      for (const watcher of gapWatchers) watcher();
    }
    if (frame.op === "denied") setTimeout(() => enter([name]), connection.nextWaitMs());
    if (frame.op === "subscribed") {
      channel.after ??= frame.seq ?? "0";
      connection.works();
    }
    const standing = standingOf(frame, channel);
    if (standing === "lost") askAnew(name);
    if (standing !== "new" || !frame.seq || !frame.body) return;
    channel.after = frame.seq;
    for (const listener of channel.listeners) listener(eventOf(frame.body, frame.seq));
  }

  /** The whole state of a public channel. */
  function askAnew(name: string): void {
    const channel = channels.get(name);
    if (!channel) return;
    delete channel.after;
    connection.send({ op: "subscribe", channel: name });
  }

  return {
    askAnew,
    subscribe(name, listener) {
      const known = channels.get(name);
      if (known) known.listeners.add(listener);
      else {
        channels.set(name, { listeners: new Set([listener]), ...(after[name] ? { after: after[name] } : {}) });
        connection.open();
        enter([name]);
      }
      return () => channels.get(name)?.listeners.delete(listener);
    },
    isConnected: connection.isConnected,
    onConnection: connection.onConnection,
    onGap: (watcher) => listed(gapWatchers, watcher),
  };
}

function listed<T>(list: Set<T>, one: T): () => void {
  list.add(one);
  return () => list.delete(one);
}
