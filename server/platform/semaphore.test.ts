// Guards: no more at once than there is room for, in the order they came, and nobody waits for ever.
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWaitingLine, type WaitingLine } from "./semaphore.ts";

const later = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
const within = async <T>(line: WaitingLine, work: () => Promise<T>): Promise<T> => {
  const leave = await line.enter();
  try {
    return await work();
  } finally {
    leave();
  }
};
const lineOf = (atOnce: number, patienceMs = 5000) =>
  makeWaitingLine({ atOnce, patienceMs, tooLong: () => new Error("too long") });

test("never more than so many at once, in the order they came; a failure frees its place", async () => {
  const line = lineOf(3);
  const order: number[] = [];
  let inside = 0;
  let most = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, place) =>
      within(line, async () => {
        order.push(place);
        inside += 1;
        most = Math.max(most, inside);
        await later(place % 3);
        inside -= 1;
        if (place % 4 === 0) throw new Error("failed");
        return place;
      }),
    ),
  );
  assert.equal(most, 3);
  assert.deepEqual(
    order,
    order.map((_, place) => place),
  );
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 30);
  assert.equal(await within(line, async () => "free again"), "free again");
});

test("who waits too long is sent away and takes no place", async () => {
  const line = lineOf(1, 20);
  let open: () => void = () => undefined;
  const first = within(line, () => new Promise<void>((done) => (open = done)));
  await assert.rejects(
    within(line, async () => "late"),
    /too long/,
  );
  open();
  await first;
  assert.equal(await within(line, async () => "in time"), "in time");
});
