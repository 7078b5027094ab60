// Guards: messages of a channel are numbered without a gap in the order of their data, also with concurrent writers.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { testDb } from "../../testing/database.ts";
import { numbered } from "../../testing/live-numbers.ts";
import type { ReadTx } from "../postgres/db.ts";
import { type LivePost, messageTo, pushLive } from "./live.ts";

const { db, owner } = await testDb({ poolSize: 12 });

beforeEach(async () => {
  await owner.query("truncate live_messages, live_channels; delete from inbox_mails");
});

async function kept(channel: string): Promise<string[]> {
  const { rows } = await owner.query<{ line: string }>(
    "select seq || ' ' || (body::json->>'unread') as line from live_messages where channel = $1 order by seq",
    [channel],
  );
  return rows.map(({ line }) => line);
}

/** What the tables say at the moment of reading: how many mails there are. */
const stateOf = (channel: string, read: (tx: ReadTx) => Promise<void> = async () => undefined): LivePost => ({
  channels: [channel],
  async bodies(tx) {
    const [row] = await tx.rows<{ many: number }>`select count(*)::int as many from inbox_mails`;
    await read(tx);
    return [numbered(row?.many ?? -1)];
  },
});

test("what a message says is never older than what the one before it says", async () => {
  const [hasRead, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = db.tx((tx) =>
    pushLive(tx, [
      stateOf("one", async () => {
        hasRead.resolve();
        await mayGo.promise;
      }),
    ]),
  );
  await hasRead.promise;
  await owner.query("insert into inbox_mails (to_address, subject, body_text, at) values ('', '', '', now())");
  const second = db.tx((tx) => pushLive(tx, [stateOf("one")]));
  await pause(200);
  mayGo.resolve();
  await Promise.all([first, second]);
  assert.deepEqual(await kept("one"), ["1 0", "2 1"]);
});

test("one push numbers the messages of each channel in the order given", async () => {
  await db.tx((tx) => pushLive(tx, [messageTo("a", numbered(1))]));
  await db.tx((tx) =>
    pushLive(tx, [
      messageTo("b", numbered(2)),
      messageTo("a", numbered(3)),
      messageTo("b", numbered(4)),
      messageTo("a", numbered(5)),
    ]),
  );
  assert.deepEqual(await kept("a"), ["1 1", "2 3", "3 5"]);
  assert.deepEqual(await kept("b"), ["1 2", "2 4"]);
});

test("a post that has not as many messages as channels is refused whole", async () => {
  const short: LivePost = { channels: ["a", "b"], bodies: async () => [numbered(1)] };
  await assert.rejects(
    db.tx((tx) => pushLive(tx, [short])),
    /would have a gap/,
  );
  assert.deepEqual(await kept("a"), []);
});

test("two who push to the same channels, in opposite orders, do not wait for each other", async () => {
  const names = Array.from({ length: 300 }, (_, index) => `channel ${index}`);
  let tries = 0;
  const pushAll = (list: readonly string[]) =>
    db.tx(async (tx) => {
      tries += 1;
      await pushLive(
        tx,
        list.map((name) => messageTo(name, numbered(1))),
      );
    });
  const rounds = 12;
  await Promise.all(Array.from({ length: rounds }, (_, index) => pushAll(index % 2 ? names : names.toReversed())));
  assert.equal(tries, rounds, "one was rolled back for a deadlock");
  assert.equal((await kept("channel 7")).length, rounds);
});

test("many channels are announced in few notifications, each of a size that PostgreSQL takes", async () => {
  const received: string[] = [];
  const listening = await db.listen(["live"], {
    heard: (_, note) => void received.push(note),
    missed: () => undefined,
  });
  const names = Array.from({ length: 1000 }, (_, index) => `user:${"x".repeat(36)}${index}`);
  await db.tx((tx) =>
    pushLive(
      tx,
      names.map((name) => messageTo(name, numbered(1))),
    ),
  );
  await pause(100);
  await listening.stop();
  assert.ok(received.length <= 7, `${received.length} notifications`);
  assert.deepEqual(received.flatMap((payload) => payload.split("\n")).sort(), names.toSorted());
});
