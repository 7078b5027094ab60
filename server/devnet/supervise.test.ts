// Guards: a child that ends by itself is started again, with longer and longer waits, and never after a stop.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Child, supervise } from "./supervise.ts";

type Fake = Child & { readonly number: number; end(): void };

function fakes(): { started: Fake[]; stopped: number[]; start(): Promise<Fake> } {
  const started: Fake[] = [];
  const stopped: number[] = [];
  return {
    started,
    stopped,
    async start() {
      const number = started.length;
      let end = () => {};
      const ended = new Promise<void>((done) => {
        end = done;
      });
      const stop = async () => {
        stopped.push(number);
        end();
      };
      const fake = { number, ended, end: () => end(), stop };
      started.push(fake);
      return fake;
    },
  };
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue(); waited++) {
    assert.ok(waited < 400, "it did not come");
    await new Promise((done) => setTimeout(done, 5));
  }
}

test("a child that ended is stopped for what the parent holds, started again, and its start is reported", async () => {
  const { started, stopped, start } = fakes();
  const said: string[] = [];
  const first = await start();
  const options = { name: "the node", first, start, say: (text: string) => said.push(text), firstWaitMs: 10 };
  const { stop } = supervise(options);
  first.end();
  await until(() => said.length === 2);
  started[1]?.end();
  await until(() => said.length === 4);
  assert.deepEqual(said, [
    "the node has stopped; starting it again in 0.01 s",
    "the node runs again",
    "the node has stopped; starting it again in 0.02 s",
    "the node runs again",
  ]);
  await stop();
  assert.deepEqual(stopped.slice(0, 3), [0, 1, 2]);
  assert.equal(started.length, 3, "a child was started after the stop");
});

test("a start that fails is tried again, and its reason is reported", async () => {
  const { started, start } = fakes();
  const said: string[] = [];
  const first = await start();
  let tries = 0;
  const failingTwice = async () => {
    tries += 1;
    if (tries <= 2) throw new Error("the disk is full");
    return start();
  };
  const { stop } = supervise({
    name: "the node",
    first,
    start: failingTwice,
    say: (text) => said.push(text),
    firstWaitMs: 2,
  });
  first.end();
  await until(() => started.length === 2);
  assert.equal(said.filter((line) => line === "the node did not start: the disk is full").length, 2);
  await stop();
});

test("a stop during a wait ends it at once and starts nothing", async () => {
  const { started, start } = fakes();
  const said: string[] = [];
  const first = await start();
  const { stop } = supervise({ name: "the node", first, start, say: (text) => said.push(text), firstWaitMs: 60_000 });
  first.end();
  await until(() => said.length === 1);
  await stop();
  assert.equal(started.length, 1);
});
