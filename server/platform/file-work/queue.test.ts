// Guards: an account has one file read at a time and others do not wait for it; too many, and too long, are busy and no fault of a file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fairTurns } from "./queue.ts";

const BOUNDS = { atOnce: 2, mostWaiting: 20, mostWaitingOfOne: 9, patienceMs: 60_000, busy: () => new Error("busy") };

test("ten files of one account at once are all read, one after the other, and another account's does not wait for them", async () => {
  const turns = fairTurns(BOUNDS);
  const ended: string[] = [];
  let running = 0;
  const work = (name: string) => async () => {
    running += 1;
    assert.ok(running <= 2);
    await new Promise((later) => setTimeout(later, 5));
    running -= 1;
    ended.push(name);
  };
  const hers = Array.from({ length: 10 }, (_, place) => turns("ada", work(`ada ${place}`)));
  await Promise.all([...hers, turns("bob", work("bob"))]);
  assert.equal(ended.length, 11);
  assert.ok(ended.indexOf("bob") <= 1, ended.join());
  assert.deepEqual(
    ended.filter((name) => name !== "bob"),
    Array.from({ length: 10 }, (_, place) => `ada ${place}`),
  );
});

test("more than may wait of one account or in all, and one that waits too long, are refused as busy", async () => {
  const turns = fairTurns({ ...BOUNDS, mostWaiting: 3, mostWaitingOfOne: 2, patienceMs: 20 });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const running = [turns("ada", () => held), turns("bob", () => held)];
  const waiting = [turns("ada", () => held), turns("ada", () => held), turns("cy", () => held)];
  const ends = waiting.map((one) => assert.rejects(one, /busy/));
  await assert.rejects(
    turns("ada", () => held),
    /busy/,
  );
  await assert.rejects(
    turns("dee", () => held),
    /busy/,
  );
  await Promise.all(ends);
  release();
  await Promise.all(running);
  assert.equal(await turns("ada", async () => "read"), "read", "its places are free again");
});

test("a failure gives the turn on", async () => {
  const turns = fairTurns({ ...BOUNDS, atOnce: 1 });
  const failing = turns("ada", () => Promise.reject(new Error("killed")));
  const next = turns("bob", async () => "read");
  await assert.rejects(failing, /killed/);
  assert.equal(await next, "read");
});
