/** Fan-out of the live channel: numbered, kept and committed messages, against a WebSocket broadcast that keeps nothing. */
import { messageTo, pushLive } from "../../server/platform/events/live.ts";
import { aUser, signIn } from "../../server/testing/index.ts";
import type { Db } from "../../server/platform/postgres/db.ts";
import type { Ground } from "../ground.ts";
import { act } from "../pairs.ts";
import { interleaved, median, middle, ratioOf, type Timed, whole } from "../rounds.ts";
import type { Row } from "../row.ts";
import { openWire } from "../wire.ts";

const SOCKETS = 200;
const ROUNDS = 5;
const SECONDS = 3;
const BODY = { type: "chat.read", tradeHash: "x".repeat(200), readByOther: null, unread: 1 } as const;

export async function fanOut(ground: Ground): Promise<Row[]> {
  const { db, say } = ground;
  const [server, bare] = [await ground.server(), await ground.bare()];
  const { channel, token } = await aChannel(ground, server.port);
  const readers = await Promise.all(Array.from({ length: SOCKETS }, () => listen(server.url)));
  await Promise.all(readers.map((reader) => reader.subscribe(channel, token)));
  const plain = await Promise.all(Array.from({ length: SOCKETS }, () => listen(bare.url)));
  const text = JSON.stringify({ op: "message", channel, seq: "1000000", body: BODY });
  say(`${ROUNDS} rounds of messages to ${SOCKETS} sockets`);
  const rounds = await interleaved(
    ROUNDS,
    {
      limit: (seconds: number) => delivered(seconds, plain, async () => plain[0]?.socket.send(text)),
      subject: (seconds: number) => delivered(seconds, readers, pushing(db, channel)),
    },
    SECONDS,
  );
  for (const { socket } of [...readers, ...plain]) socket.close();
  await server.stop();
  await bare.stop();
  return [
    {
      name: `live messages delivered to ${SOCKETS} sockets`,
      measured: `${whole(middle(rounds.subject, "perSecond"))}/s, p50 ${median(rounds.subject.map(({ p50 }) => p50)).toFixed(1)} ms`,
      limit: `bare broadcast ${whole(middle(rounds.limit, "perSecond"))}/s`,
      ratio: ratioOf(rounds.subject, rounds.limit, "perSecond"),
      target: { atLeast: 0.5 },
    },
  ];
}

/** As the dispatcher does: what came while a batch was written goes with the next one. */
function pushing(db: Db, channel: string): () => Promise<void> {
  let waiting = 0;
  let isPushing = false;
  return async () => {
    waiting += 1;
    if (isPushing) return;
    isPushing = true;
    while (waiting > 0) {
      const messages = Array.from({ length: waiting }, () => messageTo(channel, BODY));
      waiting = 0;
      await db.tx((tx) => pushLive(tx, messages));
    }
    isPushing = false;
  };
}

type Listener = {
  readonly socket: WebSocket;
  received: number;
  subscribe(channel: string, token: string): Promise<void>;
  onHeard: () => void;
};

async function listen(url: string): Promise<Listener> {
  const options = { headers: { origin: url } } as unknown as string[];
  const socket = new WebSocket(`${url.replace("http", "ws").replace("localhost", "127.0.0.1")}/live`, options);
  let subscribed: () => void = () => undefined;
  const listener: Listener = {
    socket,
    received: 0,
    onHeard: () => undefined,
    subscribe: (channel, token) =>
      new Promise<void>((settle) => {
        subscribed = settle;
        socket.send(JSON.stringify({ op: "subscribe", channel, token }));
      }),
  };
  socket.addEventListener("message", ({ data }) => {
    if (String(data).startsWith('{"op":"subscribed"')) return subscribed();
    listener.received += 1;
    listener.onHeard();
  });
  await new Promise<void>((settle, fail) => {
    socket.addEventListener("open", () => settle());
    socket.addEventListener("error", () => fail(new Error(`no live connection to ${url}`)));
  });
  return listener;
}

/** Messages follow each other, a few under way at a time; the next is sent when everybody received the oldest. */
async function delivered(seconds: number, readers: readonly Listener[], push: () => Promise<unknown>): Promise<Timed> {
  const UNDER_WAY = 8;
  const took: number[] = [];
  const sentAt: number[] = [];
  let [sent, everybody, received] = [0, 0, 0];
  let wake: () => void = () => undefined;
  const from = readers.map((reader) => reader.received);
  readers.forEach((reader) => {
    reader.onHeard = () => {
      received += 1;
      if (received < (everybody + 1) * readers.length) return;
      const least = Math.min(...readers.map((one, index) => one.received - (from[index] ?? 0)));
      for (; everybody < least; everybody++) took.push(performance.now() - (sentAt[everybody] ?? 0));
      wake();
    };
  });
  const begun = performance.now();
  const until = begun + seconds * 1000;
  while (performance.now() < until) {
    while (sent - everybody < UNDER_WAY) {
      sentAt.push(performance.now());
      sent += 1;
      void push();
    }
    await new Promise<void>((settle) => {
      wake = settle;
    });
  }
  const perSecond = (received * 1000) / (performance.now() - begun);
  while (everybody < sent) {
    await new Promise<void>((settle) => {
      wake = settle;
    });
  }
  const sorted = took.sort((a, b) => a - b);
  return {
    perSecond,
    p50: sorted[Math.floor(sorted.length / 2)] ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
}

/** The channel of a new user, with the token that the page would ask for. */
async function aChannel({ db }: Ground, port: number): Promise<{ channel: string; token: string }> {
  const { session, channel } = await db.tx(async (tx) => {
    const userId = await aUser(tx);
    const [row] = await tx.rows<{ external_id: string }>`select external_id::text from users where id = ${userId}`;
    return { session: await signIn(tx, userId), channel: `user:${row?.external_id}` };
  });
  const wire = await openWire(port);
  const answer = await act(wire, session, "/account/re-auth-push-subscription", { channels: ["user"] });
  wire.close();
  const token = /"token":"([^"]+)"/.exec(answer)?.[1];
  if (!token) throw new Error(`no token: ${answer}`);
  return { channel, token };
}
