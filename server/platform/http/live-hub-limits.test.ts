// Guards: the exact limits of one reader of the live channel (channels, frames, bytes), and its messages within them.
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { afterEach, mock, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { WebSocket } from "ws";
import { testDb, testLog } from "../../testing/database.ts";
import { numbered, pushNumber } from "../../testing/live-numbers.ts";
import { announceStates, type LiveStates, messageTo, pushLive } from "../events/live.ts";
import { ENTER_WITHIN_MS, type LiveHub, makeLiveHub } from "./live/hub.ts";
import { TOKEN_SECONDS } from "./live/token.ts";

const { db, owner, moveClock } = await testDb();

/** A socket without a network: what is sent to it and done with it is kept. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly received: string[] = [];
  send(text: string | Buffer): void {
    const { op, channel, seq, reason, body } = JSON.parse(String(text));
    this.received.push([op, channel, seq, reason, body?.unread].filter((part) => part !== undefined).join(" "));
  }
  close(code: number, reason: string): void {
    this.received.push(`closed ${code} ${reason}`);
    this.readyState = 3;
  }
  terminate(): void {
    this.received.push("terminated");
  }
  ping(): void {
    this.received.push("pinged");
  }
  says(frame: object | string, isBinary = false): void {
    this.emit("message", Buffer.from(typeof frame === "string" ? frame : JSON.stringify(frame)), isBinary);
  }
}

const hubs: LiveHub[] = [];
afterEach(async () => {
  for (const hub of hubs.splice(0)) await hub.stop();
});

async function aHub({ states = [] as readonly LiveStates[], isOpen = (): boolean => true, asking = db } = {}) {
  const hub = await makeLiveHub({
    db: asking,
    log: testLog,
    secret: Buffer.alloc(32, 5),
    findOpenSessions: async (_, ids) => new Set(isOpen() ? ids : []),
    states,
  });
  hubs.push(hub);
  const open = () => {
    const socket = new FakeSocket();
    hub.accept(socket as unknown as WebSocket);
    return socket;
  };
  const tokenOf = (channel: string) => hub.grant({ channel, sessionId: 7n, now: db.marketNow() });
  return {
    hub,
    open,
    tokenOf,
    enter: (socket: FakeSocket, channel: string, after?: string) =>
      socket.says({ op: "subscribe", channel, token: tokenOf(channel), ...(after === undefined ? {} : { after }) }),
  };
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const lastMs = performance.now() + 8000;
  while (!isSo()) {
    assert.ok(performance.now() < lastMs, `waited in vain: ${what}`);
    await pause(5);
  }
}

test("a ping is answered, and what cannot be understood ends the socket", async () => {
  const { open } = await aHub();
  const cases: readonly (readonly [frame: object | string, isBinary: boolean, received: string])[] = [
    [{ op: "ping" }, false, "pong"],
    [{ op: "ping" }, true, "closed 1008 not understood"],
    [{ op: "ping", more: 1 }, false, "closed 1008 not understood"],
    ["", false, "closed 1008 not understood"],
    ["[", false, "closed 1008 not understood"],
    [`{"op":"ping"}${" ".repeat(1986)}`, false, "pong"],
    [`{"op":"ping"}${" ".repeat(1987)}`, false, "closed 1008 not understood"],
    [{ op: "subscribe", channel: "c".repeat(121) }, false, "closed 1008 not understood"],
    [{ op: "subscribe", channel: "c".repeat(120) }, false, `denied ${"c".repeat(120)} access`],
    [{ op: "subscribe", channel: "c", token: "t".repeat(401) }, false, "closed 1008 not understood"],
    [{ op: "subscribe", channel: "c", token: "t".repeat(400) }, false, "denied c access"],
    [{ op: "subscribe", channel: "c", after: "1".repeat(19) }, false, "closed 1008 not understood"],
    [{ op: "subscribe", channel: "c", after: "-1" }, false, "closed 1008 not understood"],
  ];
  for (const [frame, isBinary, received] of cases) {
    const socket = open();
    socket.says(frame, isBinary);
    await until(String(received), () => socket.received.length > 0);
    assert.deepEqual(socket.received, [received], JSON.stringify(frame).slice(0, 60));
  }
});

test("five thousand frames are read, and not one more", async () => {
  const { open } = await aHub();
  const socket = open();
  for (let number = 0; number < 5000; number++) socket.says({ op: "ping" });
  assert.equal(socket.received.filter((line) => line === "pong").length, 5000);
  socket.says({ op: "ping" });
  assert.equal(socket.received.at(-1), "closed 1008 not understood");
});

test("a reader has twenty channels, and each answer has its position", async () => {
  const { open, enter } = await aHub();
  await db.tx((tx) => pushNumber(tx, "c0", 41));
  const socket = open();
  enter(socket, "c0");
  await until("the first", () => socket.received.length === 1);
  assert.deepEqual(socket.received.splice(0), ["subscribed c0 1"]);
  for (let number = 1; number < 20; number++) {
    enter(socket, `c${number}`);
    await until("the next", () => socket.received.length > 0);
    assert.deepEqual(socket.received.splice(0), [`subscribed c${number} 0`]);
  }
  enter(socket, "c20");
  await until("one too many", () => socket.received.length > 0);
  assert.deepEqual(socket.received.splice(0), ["denied c20 access"]);
  await db.tx(async (tx) => {
    await pushNumber(tx, "c0", 42);
    await pushNumber(tx, "c20", 43);
    await pushNumber(tx, "c19", 44);
  });
  await until("both", () => socket.received.length === 2);
  assert.deepEqual(socket.received.sort(), ["message c0 2 42", "message c19 1 44"]);
});

test("a reader begins where it says, after the last when it says nothing or a number from the future", async () => {
  const { open, enter } = await aHub();
  await db.tx(async (tx) => {
    for (const number of [1, 2, 3]) await pushNumber(tx, "places", number);
  });
  for (const [after, received] of [
    ["0", ["subscribed places 0", "message places 1 1", "message places 2 2", "message places 3 3"]],
    ["2", ["subscribed places 2", "message places 3 3"]],
    ["3", ["subscribed places 3"]],
    ["4", ["subscribed places 3"]],
    [undefined, ["subscribed places 3"]],
  ] as const) {
    const socket = open();
    enter(socket, "places", after);
    await until("all", () => socket.received.length >= received.length);
    await pause(30);
    assert.deepEqual(socket.received, received, String(after));
  }
  await owner.query("delete from live_messages where channel = 'places' and seq <= 2");
  for (const [after, received] of [
    ["1", ["gap places", "subscribed places 3"]],
    ["2", ["subscribed places 2", "message places 3 3"]],
  ] as const) {
    const socket = open();
    enter(socket, "places", after);
    await until("all", () => socket.received.length >= received.length);
    await pause(30);
    assert.deepEqual(socket.received, received, `${after} of those kept`);
  }
  await owner.query("delete from live_messages where channel = 'places'");
  for (const [after, received] of [
    ["2", ["gap places", "subscribed places 3"]],
    ["3", ["subscribed places 3"]],
  ] as const) {
    const socket = open();
    enter(socket, "places", after);
    await until("all", () => socket.received.length >= received.length);
    assert.deepEqual(socket.received, received, `${after} of nothing kept`);
  }
});

test("many messages come page by page, all of them and in order", async () => {
  const { open, enter } = await aHub();
  await db.tx(async (tx) => {
    for (let number = 1; number <= 401; number++) await pushNumber(tx, "pages", number);
  });
  const socket = open();
  enter(socket, "pages", "0");
  await until("all", () => socket.received.length === 402);
  assert.deepEqual(
    socket.received.slice(1),
    Array.from({ length: 401 }, (_, at) => `message pages ${at + 1} ${at + 1}`),
  );
});

test("a token is good to its last instant, for its channel, and while its session is open", async () => {
  let isOpen = true;
  const { hub, open } = await aHub({ isOpen: () => isOpen });
  const ask = async (token: string, channel = "timed") => {
    const socket = open();
    socket.says({ op: "subscribe", channel, token });
    await until("an answer", () => socket.received.length > 0);
    return socket.received[0];
  };
  const { rows } = await owner.query<{ name: string }>("select current_database() as name");
  assert.ok(rows[0]);
  const now = db.marketNow();
  const grantedAgo = (ms: number) => hub.grant({ channel: "timed", sessionId: 7n, now: new Date(now.getTime() - ms) });
  assert.equal(TOKEN_SECONDS, 1800);
  assert.equal(await ask(grantedAgo(1_795_000)), "subscribed timed 0");
  assert.equal(await ask(grantedAgo(1_800_001)), "denied timed access");
  assert.equal(await ask(grantedAgo(0), "other"), "denied other access");
  const [payload = "", mac = ""] = grantedAgo(0).split(".");
  assert.equal(await ask(`${payload}.${mac}x`), "denied timed access");
  assert.equal(await ask(`${payload}.`), "denied timed access");
  isOpen = false;
  assert.equal(await ask(grantedAgo(0)), "denied timed access");
});

test("an expired token is reported at the next message; a fresh one keeps the place", async () => {
  const { hub, open, enter } = await aHub();
  const socket = open();
  const short = hub.grant({ channel: "refreshed", sessionId: 7n, now: new Date(db.marketNow().getTime() - 1_790_000) });
  socket.says({ op: "subscribe", channel: "refreshed", token: short });
  await until("entered", () => socket.received.length === 1);
  await db.tx((tx) => pushNumber(tx, "refreshed", 1));
  await until("the first", () => socket.received.length === 2);
  enter(socket, "refreshed", "0");
  await until("refreshed", () => socket.received.length === 3);
  await moveClock(60_000);
  await db.tx((tx) => pushNumber(tx, "refreshed", 2));
  await until("the second", () => socket.received.length === 4);
  await moveClock(1_800_000);
  await db.tx((tx) => pushNumber(tx, "refreshed", 3));
  await until("the end", () => socket.received.length === 5);
  await db.tx((tx) => pushNumber(tx, "refreshed", 4));
  await pause(100);
  assert.deepEqual(socket.received, [
    "subscribed refreshed 0",
    "message refreshed 1 1",
    "subscribed refreshed 1",
    "message refreshed 2 2",
    "denied refreshed expired",
  ]);
});

test("a reader who is too slow is disconnected at a megabyte, and nothing is sent to a closed socket", async () => {
  const { open } = await aHub();
  const [slow, slower, gone] = [open(), open(), open()];
  slow.bufferedAmount = 1_000_000;
  slower.bufferedAmount = 1_000_001;
  gone.readyState = 2;
  for (const socket of [slow, slower, gone]) socket.says({ op: "ping" });
  assert.deepEqual(
    [slow.received, slower.received, gone.received],
    [["pong"], ["closed 1013 too slow, please resume"], []],
  );
});

test("every 25 seconds each reader is asked whether it is there, and who did not answer the last time is ended", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  try {
    const { hub, open } = await aHub();
    const [here, away] = [open(), open()];
    mock.timers.tick(24_999);
    assert.deepEqual([here.received, away.received], [[], []]);
    mock.timers.tick(1);
    here.emit("pong");
    mock.timers.tick(25_000);
    assert.deepEqual(here.received, ["pinged", "pinged"]);
    assert.deepEqual(away.received, ["pinged", "terminated", "pinged"]);
    assert.equal(hub.sockets(), 2);
    away.emit("close");
    assert.equal(hub.sockets(), 1);
    here.emit("error", new Error("reset"));
    assert.equal(hub.sockets(), 0);
    const last = open();
    await hub.stop();
    assert.deepEqual(last.received, ["closed 1001 restarting"]);
    assert.equal(hub.sockets(), 0);
  } finally {
    mock.timers.reset();
    hubs.length = 0;
  }
});

test("a socket that enters no channel in time is ended, also when its last channel ran out", async () => {
  const states: LiveStates = { family: "open", has: (channel) => channel === "open", read: async () => [] };
  const { hub, open } = await aHub({ states: [states] });
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const [silent, busy, left] = [open(), open(), open()];
    busy.says({ op: "subscribe", channel: "open" });
    mock.timers.tick(ENTER_WITHIN_MS - 1);
    assert.deepEqual(silent.received, []);
    left.emit("close");
    mock.timers.tick(1);
    assert.deepEqual([silent.received, left.received], [["closed 1008 no channel entered"], []]);
    assert.deepEqual(busy.received, ["subscribed open 0"]);
  } finally {
    mock.timers.reset();
  }
  const socket = open();
  const short = hub.grant({ channel: "gone", sessionId: 7n, now: new Date(db.marketNow().getTime() - 1_790_000) });
  socket.says({ op: "subscribe", channel: "gone", token: short });
  await until("entered", () => socket.received.length === 1);
  await moveClock(60_000);
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    await db.tx((tx) => pushNumber(tx, "gone", 1));
    while (socket.received.length < 2) await new Promise((settle) => setImmediate(settle));
    mock.timers.tick(ENTER_WITHIN_MS);
    assert.deepEqual(socket.received.slice(1), ["denied gone expired", "closed 1008 no channel entered"]);
  } finally {
    mock.timers.reset();
  }
});

test("a channel of states needs no token: the newest at once, each newer one after, and none twice", async () => {
  let newest = 5n;
  let reads = 0;
  const asked: string[][] = [];
  const states: LiveStates = {
    family: "numbers",
    has: (channel) => channel.startsWith("n:"),
    async read(_tx, channels) {
      reads += 1;
      asked.push([...channels].sort());
      return channels.map((channel) => ({
        channel,
        seq: newest,
        body: { type: "chat.read", tradeHash: "", readByOther: null, unread: Number(newest) },
      })) as never;
    },
  };
  const { open } = await aHub({ states: [states] });
  const [one, two, other] = [open(), open(), open()];
  const enter = (socket: FakeSocket, channel: string, after?: string) =>
    socket.says({ op: "subscribe", channel, ...(after === undefined ? {} : { after }) });
  enter(one, "n:a");
  enter(two, "n:a", "5");
  enter(two, "n:b", "4");
  await until("the newest", () => one.received.length === 2 && two.received.length === 3);
  assert.deepEqual(one.received.splice(0), ["subscribed n:a 0", "message n:a 5 5"]);
  assert.deepEqual(two.received.splice(0).sort(), ["message n:b 5 5", "subscribed n:a 5", "subscribed n:b 4"]);
  const announce = () => db.tx(async (tx) => announceStates(tx, "numbers"));
  await announce();
  await db.tx(async (tx) => announceStates(tx, "others"));
  await pause(100);
  assert.deepEqual([one.received, two.received, other.received], [[], [], []]);
  newest = 6n;
  const before = reads;
  await announce();
  await until("the next", () => one.received.length === 1 && two.received.length === 2);
  assert.equal(reads, before + 1, "one question for all readers");
  assert.deepEqual(asked.at(-1), ["n:a", "n:b"]);
  assert.deepEqual(one.received.splice(0), ["message n:a 6 6"]);
  for (let number = 1; number < 20; number++) enter(one, `n:${number}`, "9");
  await until("twenty", () => one.received.length === 19);
  enter(one, "n:20", "9");
  enter(one, "n:1", "9");
  await until("the answers", () => one.received.length === 21);
  assert.deepEqual(one.received.slice(19).sort(), ["denied n:20 access", "subscribed n:1 9"]);
  const [many, readBefore] = [Array.from({ length: 500 }, open), reads];
  for (const socket of many) enter(socket, "n:a");
  await announce();
  await until("the newest for all", () => many.every(({ received }) => received.length === 2));
  for (const { received } of many) assert.deepEqual(received, ["subscribed n:a 0", "message n:a 6 6"]);
  assert.ok(reads - readBefore < 10, `${reads - readBefore} questions for 500 who come at once`);
});

test("what came to many channels at once is read with one question, and nothing is read for those without readers", async () => {
  let questions = 0;
  const asking: typeof db = {
    ...db,
    read: (work) => {
      questions += 1;
      return db.read(work);
    },
  };
  const { open, enter } = await aHub({ asking });
  const names = Array.from({ length: 40 }, (_, index) => `together ${index}`);
  const sockets = names.map((name) => {
    const socket = open();
    enter(socket, name);
    return socket;
  });
  await until("all are in", () => sockets.every(({ received }) => received.length === 1));
  await pause(100);
  questions = 0;
  const pushAll = (channels: readonly string[]) =>
    db.tx((tx) =>
      pushLive(
        tx,
        channels.map((channel) => messageTo(channel, numbered(1))),
      ),
    );
  await pushAll(Array.from({ length: 200 }, (_, index) => `nobody listens to ${index}`));
  await pause(150);
  assert.equal(questions, 0);
  await pushAll(names);
  await until("all have it", () => sockets.every(({ received }) => received.length === 2));
  assert.ok(questions <= 2, `${questions} questions`);
});

test("after rings may have been lost, sockets of sessions that ended meanwhile close as soon as the database answers", async () => {
  let missed = (): void => undefined;
  const asking: typeof db = Object.assign(Object.create(db), {
    async listen(...[, listener]: Parameters<typeof db.listen>) {
      missed = listener.missed;
      return { isUp: () => true, stop: async () => undefined };
    },
  });
  let answer: "open" | "away" | "ended" = "open";
  const isOpen = () => {
    if (answer === "away") throw new Error("the database is away");
    return answer === "open";
  };
  const { open, enter } = await aHub({ asking, isOpen });
  const socket = open();
  enter(socket, "c-missed");
  await until("it is in", () => socket.received.length === 1);
  missed();
  answer = "away";
  for (let times = 0; times < 3; times++) missed();
  await pause(200);
  assert.equal(socket.readyState, 1, "a database that does not answer ends no socket");
  answer = "ended";
  await until("it is closed", () => socket.readyState === 3);
  assert.equal(socket.received.at(-1), "closed 1008 signed out");
});
