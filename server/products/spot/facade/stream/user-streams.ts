/**
 * The sockets of user streams: each gets the changes of orders and balances of its user from the moment it is open. `/ws/<listenKey>`
 * sends events bare; `/ws-api/v3` takes the signed request `userDataStream.subscribe.signature`. Before each event, and several times
 * a minute, the key is looked up: a stream ends with its key, its listen key, and its address.
 */
import type { FastifyRequest } from "fastify";
import type { WebSocket } from "ws";
import type { Listening } from "../../../../platform/bus/bus.ts";
import { listenLive } from "../../../../platform/events/live.ts";
import { callerIp } from "../../../../platform/http/entry/caller-ip.ts";
import type { SocketRoute } from "../../../../platform/http/live/socket-routes.ts";
import type { Log } from "../../../../platform/log.ts";
import type { Db } from "../../../../platform/postgres/db.ts";
import { holdSpotKey } from "../../../../people/api-keys/index.ts";
import { channelOf, hashOfListenKey } from "./listen-keys.ts";
import { changesOf, type Seen, seenNow } from "./order-changes.ts";
import { answerTo } from "./socket-requests.ts";
import { findStream } from "./stream-rows.ts";

const PULSE_MS = 20_000;
const MOST_OF_USER = 10;
const MOST_BUFFERED_BYTES = 1_000_000;
/** A socket that subscribes to nothing is ended after this. */
const ENTER_WITHIN_MS = 20_000;
const MOST_FRAMES = 5000;
const LISTEN_PATH = "/ws/";
const API_PATH = "/ws-api/v3";

type Ports = { readonly db: Db; readonly log: Log };

type Stream = {
  readonly socket: WebSocket;
  readonly userId: bigint;
  readonly channel: string;
  /** Whether its keys still open it. */
  isOpen(): Promise<boolean>;
  readonly wrap: (event: object) => object;
  readonly atEnd: object | undefined;
  seen: Seen | undefined;
  isLooking: boolean;
  isDue: boolean;
  isThere: boolean;
};

export type UserStreams = { readonly routes: readonly SocketRoute[]; stop(): Promise<void> };

export function openUserStreams(ports: Ports): UserStreams {
  const streams = new Streams(ports);
  return {
    routes: [
      {
        path: `${LISTEN_PATH}:listenKey`,
        isAt: (path) => path.startsWith(LISTEN_PATH),
        open: (socket, request) => void streams.openByListenKey(socket, request),
      },
      {
        path: API_PATH,
        isAt: (path) => path === API_PATH,
        open: (socket, request) => streams.openApi(socket, request),
      },
    ],
    stop: () => streams.stop(),
  };
}

type Entering = Pick<Stream, "wrap" | "atEnd"> & {
  readonly socket: WebSocket;
  readonly publicId: string;
  readonly ip: string;
  /** Besides the API key. */
  readonly isKept: () => Promise<boolean>;
};

class Streams {
  readonly #ports: Ports;
  readonly #all = new Set<Stream>();
  #listening: Promise<Listening> | undefined;
  readonly #pulse: NodeJS.Timeout;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#pulse = setInterval(() => this.#beat(), PULSE_MS);
    this.#pulse.unref();
  }

  async openByListenKey(socket: WebSocket, request: FastifyRequest): Promise<void> {
    const { listenKey } = request.params as { listenKey: string };
    const hash = hashOfListenKey(listenKey);
    const { db } = this.#ports;
    socket.on("error", () => socket.terminate());
    try {
      const publicId = await db.read((tx) => findStream(tx, hash));
      const isKept = async () => (await db.read((tx) => findStream(tx, hash))) === publicId;
      const atEnd = { e: "listenKeyExpired", E: db.marketNow().getTime(), listenKey };
      const isIn =
        publicId !== undefined &&
        (await this.#enter({ socket, publicId, ip: callerIp(request), isKept, wrap: (event) => event, atEnd }));
      if (!isIn) socket.close(1008, "This listenKey does not exist.");
    } catch (error) {
      this.#fail(socket, error);
    }
  }

  openApi(socket: WebSocket, request: FastifyRequest): void {
    const ip = callerIp(request);
    let received = 0;
    let subscribed = 0;
    socket.on("error", () => socket.terminate());
    socket.on("message", (data, isBinary) => {
      received += 1;
      if (received > MOST_FRAMES) return socket.close(1008, "too many requests");
      const enter = (publicId: string) => {
        const subscriptionId = subscribed++;
        const wrap = (event: object) => ({ subscriptionId, event });
        const atEnd = wrap({ e: "eventStreamTerminated", E: this.#ports.db.marketNow().getTime() });
        return this.#enter({ socket, publicId, ip, isKept: async () => true, wrap, atEnd }).then((isIn) =>
          isIn ? subscriptionId : undefined,
        );
      };
      answerTo(isBinary ? "" : String(data), { db: this.#ports.db, ip, enter }).then(
        (answer) => this.#send(socket, answer),
        (error: unknown) => this.#fail(socket, error),
      );
    });
    setTimeout(() => {
      if (subscribed === 0) socket.close(1008, "nothing subscribed");
    }, ENTER_WITHIN_MS).unref();
  }

  /** False where the key does not open it, or its user has too many. */
  async #enter({ socket, publicId, ip, isKept, wrap, atEnd }: Entering): Promise<boolean> {
    const { db } = this.#ports;
    const key = await holdSpotKey(db, { publicId, ip });
    if (!key?.isHere) return false;
    const { userId } = key.viewer;
    if ([...this.#all].filter((one) => one.userId === userId).length >= MOST_OF_USER) return false;
    const stream: Stream = {
      ...{ socket, userId, channel: channelOf(key.viewer), wrap, atEnd },
      isOpen: async () => ((await holdSpotKey(db, { publicId, ip }))?.isHere ?? false) && (await isKept()),
      ...{ seen: undefined, isLooking: true, isDue: true, isThere: true },
    };
    // First listed, then looked at: what happens in between makes another look.
    this.#all.add(stream);
    socket.on("close", () => this.#all.delete(stream));
    socket.on("pong", () => {
      stream.isThere = true;
    });
    await this.#listen();
    stream.seen = await db.snapshot((tx) => seenNow(tx, userId));
    stream.isLooking = false;
    void this.#look(stream);
    return true;
  }

  async #listen(): Promise<void> {
    const { db } = this.#ports;
    this.#listening ??= listenLive(db, {
      channels: (names) => this.#wake((stream) => names.includes(stream.channel)),
      states: () => undefined,
      sessionEnded: () => undefined,
      everything: () => this.#wake(() => true),
    });
    await this.#listening;
  }

  #wake(isMeant: (stream: Stream) => boolean): void {
    for (const stream of this.#all) {
      if (!isMeant(stream)) continue;
      stream.isDue = true;
      void this.#look(stream);
    }
  }

  #beat(): void {
    for (const stream of this.#all) {
      // The other side is gone: events would only pile up.
      if (!stream.isThere) stream.socket.terminate();
      stream.isThere = false;
      stream.socket.ping();
    }
    this.#wake(() => true);
  }

  /** One look at a time; a change meanwhile makes one more. */
  async #look(stream: Stream): Promise<void> {
    if (stream.isLooking) return;
    stream.isLooking = true;
    try {
      while (stream.isDue && stream.seen && this.#all.has(stream)) {
        stream.isDue = false;
        if (!(await stream.isOpen())) {
          this.#end(stream);
          return;
        }
        const before = stream.seen;
        const { reports, seen } = await this.#ports.db.snapshot((tx) => changesOf(tx, stream.userId, before));
        stream.seen = seen;
        for (const event of reports) this.#send(stream.socket, stream.wrap(event));
      }
    } catch (error) {
      // A reader cannot see what it missed: it opens another stream, and reads its orders.
      this.#fail(stream.socket, error);
    } finally {
      stream.isLooking = false;
    }
  }

  #end({ socket, atEnd }: Stream): void {
    if (atEnd) this.#send(socket, atEnd);
    socket.close(1008, "the key has ended");
  }

  #send(socket: WebSocket, message: object): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MOST_BUFFERED_BYTES) socket.close(1013, "too slow");
    else socket.send(JSON.stringify(message));
  }

  #fail(socket: WebSocket, error: unknown): void {
    this.#ports.log.warn({ err: error }, "a user stream ends because of a fault");
    socket.close(1011, "try again");
  }

  async stop(): Promise<void> {
    clearInterval(this.#pulse);
    for (const { socket } of this.#all) socket.close(1001, "restarting");
    this.#all.clear();
    const listening = await this.#listening?.catch(() => undefined);
    await listening?.stop();
  }
}
