// Guards: which readers may enter a channel, and that a reader misses nothing when absent, slow or during a restart.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { logout } from "#contract/people/sign-in/auth.ts";
import { reAuthPush } from "#contract/platform/live-tokens.ts";
import { aPerson, testApp, testLog, type TestPerson } from "../../../testing/index.ts";
import { openBus } from "../../bus/open-bus.ts";
import { openDb } from "../../postgres/db.ts";
import { makeApp } from "../../../app.ts";
import { pushNumber } from "../../../testing/live-numbers.ts";

const world = await testApp();
const { db, moveClock, ports } = world;
const ORIGIN = "http://localhost";
let address = await world.app.fastify.listen({ port: 0, host: "127.0.0.1" });

type Frame = { op: string; channel?: string; seq?: string; reason?: string; body?: { type: string; unread: number } };
type Socket = {
  readonly frames: Frame[];
  readonly closed: Promise<number>;
  send(frame: object): void;
  close(): void;
};

/** A socket as a browser opens it, from the given origin. */
async function open(origin: string | null = ORIGIN): Promise<Socket> {
  const headers = origin === null ? {} : { origin };
  // Node's own socket takes headers, which the browser's type does not know.
  const socket = new WebSocket(`${address.replace("http", "ws")}/live`, { headers } as never);
  const frames: Frame[] = [];
  socket.addEventListener("message", ({ data }) => frames.push(JSON.parse(String(data)) as Frame));
  const closed = new Promise<number>((done) => socket.addEventListener("close", ({ code }) => done(code)));
  await new Promise<void>((done, fail) => {
    socket.addEventListener("open", () => done());
    socket.addEventListener("error", () => fail(new Error("refused")));
  });
  return {
    frames,
    closed,
    send: (frame) => socket.send(JSON.stringify(frame)),
    close: () => socket.close(),
  };
}

async function grantOf({ client }: TestPerson, name = "user"): Promise<{ channel: string; token: string }> {
  const answer = await client.call(reAuthPush, { body: { channels: [name] } });
  assert.equal(answer.status, 200, answer.code);
  const [grant] = answer.data.channels;
  assert.ok(grant);
  return { channel: grant.channel, token: grant.token };
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const lastMs = performance.now() + 10_000;
  while (!isSo()) {
    assert.ok(performance.now() < lastMs, `waited in vain: ${what}`);
    await pause(10);
  }
}

const tell = (channel: string, ...numbers: number[]) =>
  db.tx(async (tx) => {
    for (const number of numbers) await pushNumber(tx, channel, number);
  });
const numbersIn = ({ frames }: Socket) =>
  frames.flatMap(({ op, body }) => (op === "message" && body ? [body.unread] : []));
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const isSubscribed = ({ frames }: Socket) => frames.some(({ op }) => op === "subscribed");

/** Enters the channel and waits until it is entered. */
async function enter(person: TestPerson, after?: string): Promise<Socket & { readonly channel: string }> {
  const grant = await grantOf(person);
  const socket = await open();
  socket.send({ op: "subscribe", ...grant, ...(after === undefined ? {} : { after }) });
  await until("subscribed", () => isSubscribed(socket));
  return { ...socket, channel: grant.channel };
}

test("a socket opens for a page of ours only", async () => {
  for (const origin of ["https://elsewhere.example", "null", "http://localhost.evil.example", null])
    await assert.rejects(open(origin), /refused/, String(origin));
  (await open()).close();
});

test("a notification that anybody sent with the database's own means ends, shows and breaks nothing", async () => {
  const person = await aPerson(world);
  const socket = await enter(person);
  const { rows } = await world.owner.query("select max(id) as id from sessions where user_id = $1", [person.id]);
  const forged: [string, string][] = [
    ...["x", "-1", "1e3", "9".repeat(40), "\u{1d7d8}", String(rows[0].id)].map((text): [string, string] => [
      "live_end",
      text,
    ]),
    ...["", "x".repeat(7000), "a\n\nb", "user:1"].map((text): [string, string] => ["live", text]),
    ...["", "nothing", "__proto__"].map((text): [string, string] => ["live_states", text]),
    ["live", socket.channel],
  ];
  for (const [channel, text] of forged)
    await world.dbs.worker.tx((tx) => tx.rows`select pg_notify(${channel}, ${text})`);
  const before = socket.frames.length;
  await tell(socket.channel, 1);
  await until("the next message", () => numbersIn(socket).length === 1);
  assert.equal(socket.frames.length, before + 1, "the socket is open, and was sent nothing else");
  await person.client.call(logout);
  assert.equal(await socket.closed, 1008, "the row says that it has ended");
});

test("a channel opens by its own token only: none by a stranger's, a changed, or another channel's", async () => {
  const [ada, eve] = [await aPerson(world), await aPerson(world)];
  const [hers, mine] = [await grantOf(ada), await grantOf(eve)];
  assert.equal((await eve.client.call(reAuthPush, { body: { channels: [hers.channel] } })).status, 403);
  const socket = await open();
  const [payload = "", mac = ""] = hers.token.split(".");
  const forged = Buffer.from(`${hers.channel}\n1\n99999999999999`).toString("base64url");
  for (const token of [mine.token, `${payload}.`, `${forged}.${mac}`, "", "..", payload])
    socket.send({ op: "subscribe", channel: hers.channel, token });
  await until("six refusals", () => socket.frames.filter(({ op }) => op === "denied").length === 6);
  await tell(hers.channel, 1);
  await pause(100);
  assert.deepEqual(numbersIn(socket), []);
  assert.ok(!isSubscribed(socket));
});

test("a token outlives neither its half hour nor its session", async () => {
  const ada = await aPerson(world);
  const late = await grantOf(ada);
  const inside = await enter(ada);
  await moveClock(1_801_000);
  const socket = await open();
  socket.send({ op: "subscribe", ...late });
  await until("refused", () => socket.frames.length > 0);
  assert.equal(socket.frames[0]?.op, "denied");
  // A reader with an expired token is refused at the next message, and gets it with a fresh token.
  await tell(inside.channel, 1);
  await until("expired", () => inside.frames.some(({ reason }) => reason === "expired"));
  assert.deepEqual(numbersIn(inside), []);
  const fresh = await grantOf(ada);
  inside.send({ op: "subscribe", ...fresh, after: "0" });
  await until("the message", () => numbersIn(inside).length === 1);

  await ada.client.call(logout, {});
  assert.equal(await inside.closed, 1008, "signing out ends the socket");
  const again = await open();
  again.send({ op: "subscribe", ...fresh });
  await until("refused", () => again.frames.length > 0);
  assert.equal(again.frames[0]?.op, "denied", "a token of an ended session opened a channel");
  await moveClock(-1_801_000);
});

test("what is no frame of ours ends the socket", async () => {
  for (const text of ["hello", "[]", '{"op":"subscribe"}', `{"op":"ping","extra":"${"x".repeat(3000)}"}`]) {
    const socket = await open();
    socket.send(text === "hello" ? ("hello" as never) : (JSON.parse(text) as object));
    assert.equal(await socket.closed, 1008, text.slice(0, 30));
  }
});

test("a reader who was away for longer than messages are kept gets a gap; one who missed nothing does not", async () => {
  const ada = await aPerson(world);
  const { channel } = await grantOf(ada);
  await tell(channel, 1, 2, 3);
  await tell(channel, 4);
  await world.owner.query("delete from live_messages where channel = $1 and seq <= 3", [channel]);
  for (const [after, isGap, numbers] of [
    ["2", true, []],
    ["3", false, [4]],
    ["4", false, []],
  ] as const) {
    const socket = await enter(ada, after);
    await tell(channel, 5);
    await until("the newest message", () => numbersIn(socket).includes(5));
    assert.equal(
      socket.frames.some(({ op }) => op === "gap"),
      isGap,
      after,
    );
    assert.deepEqual(
      numbersIn(socket).filter((number) => number < 5),
      numbers,
      after,
    );
    socket.close();
  }
});

test("messages of writers at once get numbers without a gap, and come in that order", async () => {
  const ada = await aPerson(world);
  const socket = await enter(ada);
  await Promise.all(upTo(60).map((number) => tell(socket.channel, number)));
  await until("all", () => numbersIn(socket).length === 60);
  const seqs = socket.frames.filter(({ op }) => op === "message").map(({ seq }) => Number(seq));
  assert.deepEqual(seqs, upTo(60));
  assert.deepEqual(
    numbersIn(socket).sort((a, b) => a - b),
    upTo(60),
  );
});

test("a message of a transaction that was rolled back is never sent, and leaves no gap", async () => {
  const ada = await aPerson(world);
  const socket = await enter(ada);
  await tell(socket.channel, 1);
  await assert.rejects(
    db.tx(async (tx) => {
      await pushNumber(tx, socket.channel, 666);
      throw new Error("no");
    }),
  );
  await tell(socket.channel, 2);
  await until("both", () => numbersIn(socket).length === 2);
  assert.deepEqual(
    socket.frames.filter(({ op }) => op === "message").map(({ seq, body }) => [seq, body?.unread]),
    [
      ["1", 1],
      ["2", 2],
    ],
  );
});

test("after a cut of five seconds a reader gets what it missed, each once and in order", async () => {
  const ada = await aPerson(world);
  const before = await enter(ada);
  await tell(before.channel, 1, 2, 3);
  await until("three", () => numbersIn(before).length === 3);
  before.close();
  const talking = (async () => {
    for (let number = 4; number <= 28; number++) {
      await tell(before.channel, number);
      await pause(200);
    }
  })();
  await pause(5000);
  const back = await enter(ada, "3");
  await talking;
  await until("the rest", () => numbersIn(back).length === 25);
  assert.deepEqual([...numbersIn(before), ...numbersIn(back)], upTo(28));
});

test("when the database goes and comes back, open sockets get what was written meanwhile", async () => {
  const ada = await aPerson(world);
  const socket = await enter(ada);
  await world.outage(() => pause(700));
  await tell(socket.channel, 1, 2);
  await until("both", () => numbersIn(socket).length === 2);
});

test("a reader who does not read is cut off while others go on, and resumes without a loss", {
  timeout: 400_000,
}, async () => {
  const ada = await aPerson(world);
  const grant = await grantOf(ada);
  const brisk = await enter(ada);
  const slow = await deafSocket();
  slow.send({ op: "subscribe", ...grant });
  await pause(300);
  const filling = "x".repeat(60_000);
  for (let number = 1; number <= 300; number += 20)
    await db.tx(async (tx) => {
      for (let at = number; at < number + 20; at++) await pushNumber(tx, grant.channel, at, filling);
    });
  const seen = await slow.readAll();
  assert.ok(seen.length < 300, "the server kept everything for a reader who does not read");
  assert.deepEqual(seen, upTo(seen.length), "what a slow reader got has no hole");
  let got = numbersIn(brisk);
  for (let from = got.length; got.length < 300; from = got.length) {
    const back = await enter(ada, String(from));
    await Promise.race([back.closed, until("the rest", () => from + numbersIn(back).length >= 300)]);
    got = [...got, ...numbersIn(back)];
    back.close();
  }
  assert.deepEqual(got, upTo(300));
  const rest = await enter(ada, String(seen.length));
  await until("something to go on with", () => numbersIn(rest).length > 0);
  assert.equal(numbersIn(rest)[0], seen.length + 1);
});

test("nobody asks the database again and again for a reader who has left, or after the server has stopped", async () => {
  const ada = await aPerson(world);
  let warnings = 0;
  const log: typeof testLog = Object.assign(Object.create(testLog), {
    warn() {
      warnings += 1;
    },
  });
  const bus = await openBus(world.busUrl, testLog);
  const lost = openDb({ url: world.url, log: testLog, poolSize: 2, bus });
  const other = await makeApp({ ...ports, db: lost, log });
  const usual = address;
  address = await other.fastify.listen({ port: 0, host: "127.0.0.1" });
  const [leaver, stayer] = [await enter(ada), await enter(ada)];
  address = usual;
  // From here on nothing can be read, while the news still come.
  Object.assign(lost, { read: () => Promise.reject(new Error("the database is away")) });
  await tell(leaver.channel, 1);
  await until("both are asked for again", () => warnings >= 4);
  leaver.close();
  await leaver.closed;
  await pause(600);
  const alone = warnings;
  await pause(1100);
  assert.ok(warnings > alone && warnings <= alone + 3, `${warnings - alone} tries for the one who stays`);
  await other.close();
  assert.equal(await stayer.closed, 1001);
  await pause(600);
  const stopped = warnings;
  await pause(1100);
  assert.equal(warnings, stopped);
  await lost.close();
  await bus?.close();
});

test("after a restart of the server a reader gets what it missed, with the token that it had", async () => {
  const ada = await aPerson(world);
  const grant = await grantOf(ada);
  const before = await enter(ada);
  await tell(grant.channel, 1, 2);
  await until("two", () => numbersIn(before).length === 2);
  await world.app.close();
  assert.equal(await before.closed, 1001);
  await tell(grant.channel, 3, 4, 5);

  const fresh = await makeApp(ports);
  after(() => fresh.close());
  address = await fresh.fastify.listen({ port: 0, host: "127.0.0.1" });
  const back = await open();
  back.send({ op: "subscribe", ...grant, after: "2" });
  await until("the rest", () => numbersIn(back).length === 3);
  await tell(grant.channel, 6);
  await until("and what comes", () => numbersIn(back).length === 4);
  assert.deepEqual([...numbersIn(before), ...numbersIn(back)], upTo(6));
});

/** A socket that sends its frames and reads nothing until it is asked to. */
async function deafSocket() {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await new Promise((done) => socket.once("connect", done));
  socket.write(
    `GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: ${ORIGIN}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16, 7).toString("base64")}\r\n\r\n`,
  );
  await new Promise((done) => socket.once("data", done));
  socket.pause();
  return {
    send(frame: object) {
      const text = Buffer.from(JSON.stringify(frame));
      const head = Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 255, 0, 0, 0, 0]);
      socket.write(Buffer.concat([head, text]));
    },
    /** Reads to the end of the connection; the numbers of the messages that came whole. */
    async readAll(): Promise<number[]> {
      const pieces: Buffer[] = [];
      const ended = new Promise((done) => socket.once("close", done));
      socket.on("error", () => undefined);
      socket.on("data", (piece: Buffer) => {
        pieces.push(piece);
        if (piece.includes("too slow, please resume")) socket.end();
      });
      socket.resume();
      await ended;
      const text = Buffer.concat(pieces).toString("latin1");
      return [...text.matchAll(/"number":(\d+)/g)].map(([, number]) => Number(number));
    },
  };
}
