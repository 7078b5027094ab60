/** What every carrier of the bus must do, for the tests of each. Two databases are two processes: each has a bus of its own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Listening, Topic } from "../../platform/bus/bus.ts";
import { openBus } from "../../platform/bus/open-bus.ts";
import { type LiveMessage, listenLive, messagesAfter, messageTo, pushLive } from "../../platform/events/live.ts";
import { type Db, openDb } from "../../platform/postgres/db.ts";
import { afterTests } from "../after-tests.ts";
import { type TestDatabase, testLog } from "../database.ts";
import { outsideBus } from "../../platform/bus/outside-bus.ts";
import type { OutsideBus } from "../../platform/bus/bus.ts";
import type { OpenWire } from "../../platform/bus/wire.ts";

export type Carrier = {
  readonly name: string;
  /** As a process opens it; undefined for PostgreSQL's own. */
  open(): Promise<OutsideBus | undefined>;
  /** Every connection of the carrier breaks, and is let in again. */
  cut(): Promise<void>;
};

export const carrierAt = (name: string, url: string, cut: Carrier["cut"]): Carrier => ({
  ...{ name, cut },
  open: () => openBus(url, testLog),
});

export const carrierOf = (name: string, open: OpenWire, cut: Carrier["cut"]): Carrier => ({
  ...{ name, cut },
  open: async () => outsideBus({ url: new URL("nats://nowhere"), open, log: testLog }),
});

/** One process. */
export async function aProcess({ url }: Pick<TestDatabase, "url">, carrier: Pick<Carrier, "open">): Promise<Db> {
  const bus = await carrier.open();
  const db = openDb({ url, log: testLog, poolSize: 3, bus });
  afterTests(async () => {
    await db.close();
    await bus?.close();
  });
  return db;
}

type Ear = Listening & { readonly notes: string[]; missed: number };

export async function anEar(db: Db, topics: readonly Topic[]): Promise<Ear> {
  const notes: string[] = [];
  const ear = { notes, missed: 0 };
  const listening = await db.listen(topics, {
    heard: (topic, note) => void notes.push(`${topic} ${note}`),
    missed: () => {
      ear.missed += 1;
    },
  });
  return Object.assign(ear, listening);
}

export async function until(what: string, isSo: () => boolean, withinMs = 10_000): Promise<void> {
  for (const endsAt = performance.now() + withinMs; !isSo(); await pause(10))
    if (performance.now() > endsAt) throw new Error(`not within ${withinMs} ms: ${what}`);
}

export const ringOf = (db: Db, topic: Topic, note: string) => db.tx((tx) => tx.rows`select ring(${topic}, ${note})`);

/** Sends in one process, and reads in another: the numbers of every message, in the order in which the reader got them. */
export async function aReader(db: Db, channel: string): Promise<{ readonly seqs: bigint[]; stop(): Promise<void> }> {
  const seqs: bigint[] = [];
  let reading: Promise<void> = Promise.resolve();
  const read = () => {
    reading = reading.then(async () => {
      const after = seqs.at(-1) ?? 0n;
      const found = await db.read((tx) => messagesAfter(tx, [{ channel, after }], 1000)).catch((): LiveMessage[] => []);
      seqs.push(...found.map(({ seq }) => seq));
    });
  };
  const listening = await listenLive(db, {
    channels: (names) => void (names.includes(channel) && read()),
    states: () => undefined,
    sessionEnded: () => undefined,
    everything: read,
  });
  return { seqs, stop: () => listening.stop() };
}

export const numbered = (n: number) => ({ type: "chat.read", id: `${n}` }) as never;

export async function sendNumbers(
  db: Db,
  channel: string,
  { count, everyMs = 0 }: { count: number; everyMs?: number },
) {
  for (let n = 1; n <= count; n++) {
    await db.tx((tx) => pushLive(tx, [messageTo(channel, numbered(n))]));
    if (everyMs > 0) await pause(everyMs);
  }
}

export function testCarrier(world: TestDatabase, carrier: Carrier): void {
  const { name } = carrier;

  test(`${name}: every process receives what a committed transaction rang, once, of its topics only`, async () => {
    const [here, there] = [await aProcess(world, carrier), await aProcess(world, carrier)];
    const [own, other] = [await anEar(here, ["live_states"]), await anEar(there, ["live_states", "live_end"])];
    await until("rings arrive at both", () => own.isUp() && other.isUp());
    await here.tx(async (tx) => {
      for (const note of ["one", "two", "one"]) await tx.rows`select ring('live_states', ${note})`;
      await tx.rows`select ring('live_end', '7')`;
    });
    await until("heard", () => other.notes.length >= 3 && own.notes.length >= 2);
    await pause(100);
    assert.deepEqual(other.notes, ["live_states one", "live_states two", "live_end 7"]);
    assert.deepEqual(own.notes, ["live_states one", "live_states two"]);
    await other.stop();
    await ringOf(here, "live_states", "three");
    await until("heard again", () => own.notes.length === 3);
    await pause(50);
    assert.equal(other.notes.length, 3, "it has stopped");
  });

  test(`${name}: what was rolled back rings nowhere, and what the database takes as a notification arrives whole`, async () => {
    const [here, there] = [await aProcess(world, carrier), await aProcess(world, carrier)];
    const ear = await anEar(there, ["live"]);
    await until("rings arrive", () => ear.isUp());
    const fault = new Error("no");
    await assert.rejects(
      here.tx(async (tx) => {
        await tx.rows`select ring('live', 'rolled back')`;
        throw fault;
      }),
    );
    const long = `user:${"x".repeat(7800)}\nuser:é`;
    await ringOf(here, "live", long);
    await until("heard", () => ear.notes.length > 0);
    assert.deepEqual(ear.notes, [`live ${long}`]);
  });

  test(`${name}: processes without the carrier ring too, as the signer and the operator's commands do`, async () => {
    const ear = await anEar(await aProcess(world, carrier), ["live_end"]);
    await until("rings arrive", () => ear.isUp());
    await world.owner.query("select ring('live_end', '12')");
    await until("heard", () => ear.notes.length > 0);
    assert.deepEqual(ear.notes, ["live_end 12"]);
  });

  test(`${name}: a reader gets every message in order though every connection breaks meanwhile`, async () => {
    const [here, there] = [await aProcess(world, carrier), await aProcess(world, carrier)];
    const channel = `user:cut-${name}`;
    const reader = await aReader(there, channel);
    const sending = sendNumbers(here, channel, { count: 60, everyMs: 15 });
    await pause(200);
    await carrier.cut();
    await sending;
    await until("all read", () => reader.seqs.length >= 60, 20_000);
    assert.deepEqual(
      reader.seqs,
      Array.from({ length: 60 }, (_, n) => BigInt(n + 1)),
    );
    await reader.stop();
  });
}
