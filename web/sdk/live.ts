/**
 * The live connection: one socket a page. Channels are entered with tokens that are fetched again 300 s before they
 * expire; after a cut each channel resumes behind the last number it saw, so nothing is missed and nothing comes twice.
 */
import { reAuthPush } from "#contract/accounts.ts";
import type { Call, Live, LiveEvent } from "./page-kit.ts";

const REFRESH_BEFORE_SEC = 300;
const LONGEST_WAIT_MS = 15_000;

type Frame = {
  op: "subscribed" | "denied" | "message" | "pong";
  channel?: string;
  seq?: string;
  body?: { type: string };
};

type Channel = {
  listeners: Set<(event: LiveEvent) => void>;
  /** The channel's full name, as the token carries it. */
  name?: string;
  after?: string;
  refresh?: ReturnType<typeof setTimeout>;
};

export function createLive({ call, report }: { call: Call; report: (error: unknown) => void }): Live {
  const channels = new Map<string, Channel>();
  const watchers = new Set<(isConnected: boolean) => void>();
  let socket: WebSocket | undefined;
  let connected = true;
  let failures = 0;

  const tell = (isConnected: boolean) => {
    if (connected === isConnected) return;
    connected = isConnected;
    dispatchEvent(new Event(isConnected ? "connection_on" : "connection_off"));
    for (const hear of watchers) hear(isConnected);
  };

  /** Fetches tokens for these channels and enters them. */
  const enter = async (names: string[]) => {
    if (names.length === 0 || socket?.readyState !== WebSocket.OPEN) return;
    const { data } = await call(reAuthPush, { body: { channels: names } });
    for (const grant of data.channels) {
      const channel = channels.get(grant.channel);
      if (!channel || socket?.readyState !== WebSocket.OPEN) continue;
      channel.name = grant.name;
      const place = channel.after === undefined ? {} : { after: channel.after };
      socket.send(JSON.stringify({ op: "subscribe", channel: grant.name, token: grant.token, ...place }));
      clearTimeout(channel.refresh);
      const ms = Math.max(5, grant.expireIn - REFRESH_BEFORE_SEC) * 1000;
      channel.refresh = setTimeout(() => void enterOrWait([grant.channel]), ms);
    }
  };
  const enterOrWait = (names: string[]) =>
    enter(names).catch((error: unknown) => {
      report(error);
      setTimeout(() => void enterOrWait(names), wait());
    });

  const wait = () => Math.min(500 * 2 ** Math.min(failures++, 5), LONGEST_WAIT_MS);

  const hear = (frame: Frame) => {
    const entry = [...channels].find(([, channel]) => channel.name === frame.channel);
    if (!entry) return;
    const [name, channel] = entry;
    if (frame.op === "denied") {
      setTimeout(() => void enterOrWait([name]), wait());
    } else if (frame.op === "subscribed") {
      failures = 0;
      channel.after ??= frame.seq ?? "0";
      tell(true);
    } else if (frame.op === "message" && frame.seq && frame.body) {
      if (channel.after !== undefined && BigInt(frame.seq) <= BigInt(channel.after)) return;
      channel.after = frame.seq;
      const { type, ...payload } = frame.body;
      for (const listener of channel.listeners) listener({ type, sequence: Number(frame.seq), payload });
    }
  };

  const connect = () => {
    if (socket || channels.size === 0) return;
    const opening = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live`);
    socket = opening;
    opening.onopen = () => void enterOrWait([...channels.keys()]);
    opening.onmessage = ({ data }) => hear(JSON.parse(String(data)) as Frame);
    opening.onclose = () => {
      socket = undefined;
      if (failures > 0 || !navigator.onLine) tell(false);
      setTimeout(connect, wait());
    };
  };
  addEventListener("offline", () => {
    tell(false);
    socket?.close();
  });
  addEventListener("online", () => {
    failures = 0;
    connect();
  });

  return {
    subscribe(name, listener) {
      const known = channels.get(name);
      if (known) known.listeners.add(listener);
      else {
        channels.set(name, { listeners: new Set([listener]) });
        if (socket) void enterOrWait([name]);
        else connect();
      }
      return () => channels.get(name)?.listeners.delete(listener);
    },
    isConnected: () => connected,
    onConnection(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
