// Guards: no press is lost: equal ones are merged, different ones wait or run in parallel, toggles end in the last chosen state.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPresses } from "./presses.ts";
import { createToggle } from "./toggle.ts";

/** Work that the test ends. */
function slowWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

test("a second equal press is the same press, and both receive its result", async () => {
  const { begun, work, end } = slowWork();
  const presses = createPresses(() => undefined);
  const [first, second] = [presses.run("a", "1", work("one")), presses.run("a", "1", work("again"))];
  assert.equal(first, second);
  end("one");
  await Promise.all([first, second]);
  assert.deepEqual(begun, ["one"]);
  assert.equal(presses.isRunning("a"), false);
});

test("a different press on the same thing waits its turn, and one on another thing does not wait", async () => {
  const { begun, work, end } = slowWork();
  const counts: number[] = [];
  const presses = createPresses((running) => counts.push(running));
  const first = presses.run("a", "1", work("one"));
  const second = presses.run("a", "2", work("two"));
  const other = presses.run("b", "1", work("other"));
  assert.deepEqual(begun, ["one", "other"]);
  end("one");
  await first;
  await Promise.resolve();
  assert.deepEqual(begun, ["one", "other", "two"]);
  end("two");
  end("other");
  await Promise.all([second, other]);
  assert.equal(counts.at(-1), 0);
});

function toggleOf(send: (isOn: boolean) => Promise<boolean>) {
  const shown: boolean[] = [];
  const errors: unknown[] = [];
  const toggle = createToggle({
    isOn: false,
    send,
    show: (isOn) => shown.push(isOn),
    failed: (error) => errors.push(error),
  });
  return { toggle, shown, errors };
}

const settled = () => new Promise((done) => setTimeout(done, 5));

test("on, off and on again sends once, and shows every press at once", async () => {
  const sent: boolean[] = [];
  const { toggle, shown } = toggleOf(async (isOn) => {
    sent.push(isOn);
    return isOn;
  });
  for (let press = 0; press < 3; press++) toggle.press();
  assert.deepEqual(shown, [true, false, true]);
  await settled();
  assert.deepEqual(sent, [true]);
  assert.equal(shown.at(-1), true);
});

test("on and off while the first runs ends off at the server", async () => {
  const sent: boolean[] = [];
  const { toggle, shown } = toggleOf(async (isOn) => {
    sent.push(isOn);
    await settled();
    return isOn;
  });
  toggle.press();
  toggle.press();
  await settled();
  await settled();
  await settled();
  assert.deepEqual(sent, [true, false]);
  assert.equal(shown.at(-1), false);
});

test("a refused toggle goes back and says so, and can be pressed again", async () => {
  let isRefusing = true;
  const { toggle, shown, errors } = toggleOf(async (isOn) => {
    if (isRefusing) throw new Error("no");
    return isOn;
  });
  toggle.press();
  await settled();
  assert.deepEqual([shown, errors.length], [[true, false], 1]);
  isRefusing = false;
  toggle.press();
  await settled();
  assert.equal(shown.at(-1), true);
});
