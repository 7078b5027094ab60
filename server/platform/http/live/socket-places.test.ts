// Guards: live sockets are limited per address, per user, and for all guests together.
import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { afterEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { aPerson, testApp } from "../../../testing/index.ts";
import { makeSocketPlaces, SOCKET_BOUNDS, SOCKET_RETRY_SEC } from "./socket-places.ts";

test("guests have places by address and all together, users by name, and a place given back is free", () => {
  const places = makeSocketPlaces({ perAddress: 2, guests: 3, perUser: 1 });
  const guest = (ip: string) => places.take({ userId: undefined, ip });
  const first = guest("10.0.0.1");
  assert.ok(first && guest("10.0.0.1"));
  assert.equal(guest("10.0.0.1"), undefined, "one too many of an address");
  assert.equal(guest("::ffff:10.0.0.1"), undefined, "the same address written otherwise");
  const third = guest("10.0.0.2");
  assert.ok(third);
  assert.equal(guest("10.0.0.3"), undefined, "one too many of all guests");
  const user = (userId: bigint) => places.take({ userId, ip: "10.0.0.1" });
  assert.ok(user(1n) && user(2n), "who is signed in takes no guest's place");
  assert.equal(user(1n), undefined, "one too many of a user");
  first();
  first();
  assert.ok(guest("10.0.0.3"));
  assert.equal(guest("10.0.0.1"), undefined, "a place was given back twice");
  third();
  assert.ok(guest("10.0.0.1"));
});

const sockets: Socket[] = [];
// The app's own end waits for them.
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const limited = await testApp({ config: { rateLimits: true } });
await limited.app.fastify.listen({ port: 0, host: "127.0.0.1" });
const { port } = limited.app.fastify.server.address() as { port: number };

type Shaken = { readonly answer: string; readonly socket: Socket; readonly isOpen: () => boolean };

/** The handshake as it goes over the wire; what came back, when its head is whole. */
function shake(path: string, cookie = ""): Promise<Shaken> {
  return new Promise((settle, fail) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
          `sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n${cookie ? `cookie: ${cookie}\r\n` : ""}\r\n`,
      ),
    );
    sockets.push(socket);
    let answer = "";
    let isOpen = true;
    socket.on("close", () => {
      isOpen = false;
      settle({ answer, socket, isOpen: () => isOpen });
    });
    socket.on("error", fail);
    socket.on("data", (part) => {
      answer += part.toString("latin1");
      if (answer.includes("\r\n\r\n")) settle({ answer, socket, isOpen: () => isOpen });
    });
  });
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const lastMs = performance.now() + 10_000;
  while (!isSo()) {
    assert.ok(performance.now() < lastMs, `waited in vain: ${what}`);
    await pause(10);
  }
}

test("guests of one address get so many sockets; one more is refused with a time to wait, and one that leaves makes room", async () => {
  const open = await Promise.all(Array.from({ length: SOCKET_BOUNDS.perAddress }, () => shake("/live")));
  assert.ok(open.every(({ answer }) => answer.startsWith("HTTP/1.1 101 ")));
  const many = await Promise.all(Array.from({ length: 50 }, () => shake("/live")));
  for (const { answer, isOpen } of many) {
    assert.match(answer, /^HTTP\/1\.1 429 /);
    assert.match(answer, new RegExp(`\r\nretry-after: ${SOCKET_RETRY_SEC}\r\n`, "i"));
    await until("the refused socket is ended", () => !isOpen());
  }
  assert.equal(limited.app.hub.sockets(), SOCKET_BOUNDS.perAddress);
  const person = await aPerson(limited);
  const cookie = `parley=${person.client.token}`;
  const theirs = await Promise.all(Array.from({ length: SOCKET_BOUNDS.perUser + 1 }, () => shake("/live", cookie)));
  const statuses = theirs.map(({ answer }) => answer.slice(9, 12)).sort();
  assert.deepEqual(statuses, [...new Array<string>(SOCKET_BOUNDS.perUser).fill("101"), "429"]);
  for (const { socket } of open.slice(0, 10)) socket.destroy();
  await until("the server sees that they left", () => limited.app.hub.sockets() === 220);
  assert.match((await shake("/live")).answer, /^HTTP\/1\.1 101 /);
});

test("an address without a channel keeps no socket, whatever the request wants to become", async () => {
  for (const path of ["/healthz", "/nowhere", "/", "/live/more", "//live"]) {
    const { answer, socket } = await shake(path);
    assert.doesNotMatch(answer, /^HTTP\/1\.1 101 /, path);
    // Without an upgrade it ends as an ordinary connection does.
    const answered = Promise.race([
      new Promise<string>((settle) => socket.once("data", (part) => settle(part.toString("latin1")))),
      pause(5000, "nothing"),
    ]);
    socket.write("GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    assert.match(await answered, /HTTP\/1\.1 200 /, path);
  }
});
