// Guards: what the market has acknowledged is there, once, though the pooler dies again and again; while the bus is away acts go on, and live messages are
// read once when it is back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { lastSeqOf, messagesAfter } from "../../../server/platform/events/live.ts";
import { LOGINS } from "../../../server/platform/postgres/logins.ts";
import { aReader, until } from "../../../server/testing/outside/bus-contract.ts";
import { load, pauseAround } from "../load.ts";
import { type Stage, seconds } from "../stage.ts";

const POOLER_DEATHS = 8;
const AWAY_MS = 10_000;
/** Readers look by themselves every two seconds; the processors are shared by all hosts. */
const LATE_MS = 20_000;

export function provePooler(stage: Stage): void {
  const { pooler } = stage.front;
  test("what is acknowledged is there, once, though the pooler dies and is restarted in between", async () => {
    const { doneAtMs, flows, end } = await load(stage, "pooled");
    const pauses: number[] = [];
    for (let one = 0; one < POOLER_DEATHS; one++) {
      await flows();
      const atMs = performance.now();
      await pooler.end(one % 2 ? "SIGINT" : "SIGKILL");
      // As long as an operator takes, or at once.
      if (one % 4 === 0) await pause(3000);
      await pooler.start();
      await flows();
      pauses.push(pauseAround(doneAtMs, atMs));
    }
    await end();
    stage.note(`${POOLER_DEATHS} times the pooler ended: without writes ${pauses.map(seconds).join(", ")}`);
    stage.proved();
  });
}

export function proveBus(stage: Stage): void {
  const { bus } = stage.front;
  test("while the bus is away acts go on, and each live message is read once, in order", async () => {
    const there = await stage.openPooled(LOGINS.web);
    const { doneAtMs, writers, flows, end } = await load(stage, "bus");
    const channels = await Promise.all(
      writers.map(async ({ channel }) => ({ channel, reader: await aReader(there, channel) })),
    );
    const last = (channel: string) => there.read((tx) => lastSeqOf(tx, channel));
    const areCurrent = async () => {
      for (const { channel, reader } of channels) {
        const seq = await last(channel);
        await until(`${channel} is read up to ${seq}`, () => (reader.seqs.at(-1) ?? 0n) >= seq, LATE_MS);
      }
    };
    await until("rings arrive", () => there.isBusUp() === true, LATE_MS);
    await flows();
    const before = doneAtMs.length;
    await bus.end("SIGKILL");
    const atMs = performance.now();
    await pause(AWAY_MS);
    const meanwhile = doneAtMs.length - before;
    assert.ok(meanwhile >= writers.length, `${meanwhile} acts while the bus was away`);
    await areCurrent();
    await bus.start();
    const backAtMs = performance.now();
    await until("rings arrive again", () => there.isBusUp() === true, LATE_MS);
    const joinedMs = performance.now() - backAtMs;
    await flows();
    const longest = seconds(pauseAround(doneAtMs, atMs));
    await end();
    await areCurrent();
    for (const { channel, reader } of channels) {
      const all = await there.read((tx) => messagesAfter(tx, [{ channel, after: 0n }], 1000));
      assert.deepEqual(
        reader.seqs,
        all.map(({ seq }) => seq),
        channel,
      );
    }
    stage.note(
      `the bus was away for ${seconds(backAtMs - atMs)}: ${meanwhile} acts meanwhile, the longest time between two ${longest}; joined ${seconds(joinedMs)} after its start; every live message of ${channels.length} users was read once, in order`,
    );
    stage.proved();
  });
}
