// Guards: a write that is pressed twice, or again after its answer was lost, is one request with one key.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRequestKeys } from "./request-keys.ts";

class Lost extends Error {}

function keysFor(clock = { nowMs: 0 }) {
  let made = 0;
  return createRequestKeys({
    nowMs: () => clock.nowMs,
    newKey: () => `key-${++made}`,
    isUnanswered: (error) => error instanceof Lost,
  });
}

test("an equal write joins the one that runs, and a different one does not", async () => {
  const keys = keysFor();
  const sent: string[] = [];
  const answers: ((answer: string) => void)[] = [];
  const work = (key: string) => {
    sent.push(key);
    return new Promise<string>((resolve) => answers.push(resolve));
  };
  const [first, second, other] = [
    keys.once("POST /a 1", work),
    keys.once("POST /a 1", work),
    keys.once("POST /a 2", work),
  ];
  assert.deepEqual(sent, ["key-1", "key-2"]);
  for (const answer of answers) answer("done");
  assert.deepEqual(await Promise.all([first, second, other]), ["done", "done", "done"]);
});

test("a write whose answer was lost keeps its key, and loses it with the answer", async () => {
  const keys = keysFor();
  const sent: string[] = [];
  const write = (outcome: Error | string) =>
    keys.once("POST /a", async (key) => {
      sent.push(key);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
  await assert.rejects(write(new Lost()));
  await assert.rejects(write(new Lost()));
  await write("done");
  await write("done");
  await assert.rejects(write(new Error("refused")));
  await write("done");
  assert.deepEqual(sent, ["key-1", "key-1", "key-1", "key-2", "key-3", "key-4"]);
});

test("a key is not kept longer than ten minutes", async () => {
  const clock = { nowMs: 0 };
  const keys = keysFor(clock);
  const sent: string[] = [];
  const write = (error?: Error) =>
    keys.once("POST /a", async (key) => {
      sent.push(key);
      if (error) throw error;
    });
  await assert.rejects(write(new Lost()));
  clock.nowMs = 601_000;
  await write();
  assert.deepEqual(sent, ["key-1", "key-2"]);
});
