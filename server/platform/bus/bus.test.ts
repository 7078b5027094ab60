// Guards: a ring wakes every process once after its commit, over each carrier; a carrier that loses, doubles or is away delays no
// transaction, and its listeners read what they missed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { testDb } from "../../testing/index.ts";
import {
  aProcess,
  anEar,
  aReader,
  carrierOf,
  ringOf,
  sendNumbers,
  testCarrier,
  until,
} from "../../testing/outside/bus-contract.ts";
import { memoryWire } from "../../testing/outside/memory-wire.ts";

const world = await testDb();
const cutListeners = async () => {
  await world.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'",
  );
};
testCarrier(world, { name: "NOTIFY", open: async () => undefined, cut: cutListeners });

const wire = memoryWire();
testCarrier(
  world,
  carrierOf("a carrier in memory", wire.open, async () => {
    wire.faults.isAway = true;
    await pause(300);
    wire.faults.isAway = false;
  }),
);

test("with a carrier a commit notifies nobody by PostgreSQL, so commits do not wait for each other", async () => {
  const { open } = memoryWire();
  const here = await aProcess(world, carrierOf("quiet", open, cutListeners));
  const listener = await here.connect();
  const heard: string[] = [];
  listener.on("notification", ({ payload = "" }) => heard.push(payload));
  await listener.query("listen live");
  await ringOf(here, "live", "outside");
  await world.owner.query("select pg_notify('live', 'inside')");
  await until("heard", () => heard.length > 0);
  assert.deepEqual(heard, ["inside"]);
});

test("a carrier that loses half of all letters and doubles the others loses no message and doubles none", async () => {
  const { open, faults } = memoryWire();
  const carrier = carrierOf("lossy", open, cutListeners);
  const [here, there] = [await aProcess(world, carrier), await aProcess(world, carrier)];
  const reader = await aReader(there, "user:lossy");
  const ear = await anEar(there, ["live"]);
  await until("rings arrive", () => ear.isUp());
  let turn = 0;
  faults.times = (letter) => (letter.includes("rings") ? (turn++ % 2 === 0 ? 0 : 2) : 1);
  await sendNumbers(here, "user:lossy", { count: 40, everyMs: 5 });
  await until("all read", () => reader.seqs.length >= 40);
  assert.deepEqual(
    reader.seqs,
    Array.from({ length: 40 }, (_, n) => BigInt(n + 1)),
  );
  assert.equal(ear.notes.length, 20, "a letter that came twice is heard once");
  assert.ok(ear.missed > 0);
});

test("the loss of the last letter is noticed by the next beat, and that of a sender by its silence", async () => {
  const { open, faults } = memoryWire();
  const carrier = carrierOf("last", open, cutListeners);
  const there = await aProcess(world, carrier);
  const sender = await carrier.open();
  const ear = await anEar(there, ["live"]);
  await until("rings arrive", () => ear.isUp());
  await pause(400);
  const before = ear.missed;
  faults.times = (letter) => (letter.includes("rings") ? 0 : 1);
  sender?.ring([{ topic: "live", note: "lost" }]);
  await until("noticed by the beat", () => ear.missed > before, 2500);
  await pause(400);
  const known = ear.missed;
  // It dies: neither a beat nor a farewell arrives.
  faults.times = () => 0;
  await sender?.close();
  faults.times = () => 1;
  await until("noticed by silence", () => ear.missed > known, 6000);
});

test("while the carrier is away for ten seconds commits do not wait, readers are at most some seconds late, and the listener knows when it is back", async () => {
  const { open, faults, opened } = memoryWire();
  const carrier = carrierOf("away", open, cutListeners);
  const [here, there] = [await aProcess(world, carrier), await aProcess(world, carrier)];
  const reader = await aReader(there, "user:away");
  const ear = await anEar(there, ["spot_commands"]);
  await until("rings arrive", () => ear.isUp());
  faults.isAway = true;
  const begunAt = performance.now();
  await sendNumbers(here, "user:away", { count: 10 });
  assert.ok(performance.now() - begunAt < 2000, "no commit waited");
  await until("the listener knows that nothing arrives", () => !ear.isUp());
  assert.equal(there.isBusUp(), false);
  await until("read meanwhile", () => reader.seqs.length === 10, 7000);
  await sendNumbers(here, "user:away", { count: 5 });
  await until("read meanwhile, again", () => reader.seqs.length === 15, 5000);
  const before = opened();
  await pause(Math.max(0, 10_000 - (performance.now() - begunAt)));
  faults.isAway = false;
  await until("rings arrive again", () => ear.isUp(), 3000);
  await sendNumbers(here, "user:away", { count: 1 });
  await until("heard again", () => reader.seqs.length === 16, 500);
  assert.equal(opened(), before, "a connection is replaced only after a longer silence");
});

test("a letter that is no letter is ignored, and rings nothing", async () => {
  const { open } = memoryWire();
  const there = await aProcess(world, carrierOf("strange", open, cutListeners));
  const ear = await anEar(there, ["live", "live_end"]);
  await until("rings arrive", () => ear.isUp());
  await pause(300);
  const before = ear.missed;
  const stranger = open({ received: () => undefined } as never);
  for (const text of ["", "{", "null", "[]", '{"from":1}', '{"from":"x","n":-1,"rings":[["live","a"]]}'])
    stranger.publish(text);
  stranger.publish('{"from":"x","n":1,"rings":[["no_topic","a"]]}');
  stranger.publish('{"from":"y","n":1,"rings":[["live_end","9"]]}');
  await until("heard", () => ear.notes.length > 0);
  assert.deepEqual(ear.notes, ["live_end 9"]);
  assert.equal(ear.missed, before);
  await stranger.close();
});
