// Guards: over a million operations the book trades as the plainest form of its rules does, and ends orders for the same reasons.
import assert from "node:assert/strict";
import { test } from "node:test";
import { apply } from "../../server/products/spot/engine/apply.ts";
import { Book } from "../../server/products/spot/engine/book.ts";
import { noEffects } from "../../server/products/spot/engine/commands.ts";
import { NaiveBook } from "../../server/products/spot/engine/naive-book.ts";
import { eachSeed } from "../../server/testing/seeds.ts";
import { randomCommands } from "./random-commands.ts";

const OPERATIONS = Number(process.env.OPERATIONS ?? 1_000_000);
const BAND_BP = 1000;
const COMPARED_EVERY = 20_000;

test(`${OPERATIONS} operations: book and plain rules agree`, { timeout: 900_000 }, async (t) => {
  await eachSeed(t, { suite: "spot-million", fresh: 1, replays: false }, async (seed) => {
    const naive = new NaiveBook(BAND_BP);
    naive.reference = 1000;
    const book = new Book({
      ...{ status: "trading", referenceTicks: 1000, lastTicks: null, bandBp: BAND_BP, nextRank: 0, orders: [] },
    });
    let effects = noEffects();
    let fills = 0;
    let at = 0;
    for (const command of randomCommands(seed, OPERATIONS)) {
      naive.apply(at, command);
      apply(book, { seq: at, command }, effects);
      at += 1;
      if (at % COMPARED_EVERY > 0 && at < OPERATIONS) continue;
      assert.deepEqual(effects.fills, naive.fills);
      const ends = effects.orders.flatMap(({ id, why }) => (why === null ? [] : [[id, why] as const]));
      assert.deepEqual(new Map(ends), naive.ends);
      assert.deepEqual(
        [...book.orders.values()].map(({ id }) => id).toSorted(byNumber),
        naive.orders.map(({ id }) => id).toSorted(byNumber),
      );
      fills += effects.fills.length;
      effects = noEffects();
      naive.fills = [];
      naive.ends = new Map();
    }
    t.diagnostic(`NOTE ${fills} trades of ${at} operations`);
    assert.ok(fills > OPERATIONS / 20);
  });
});

const byNumber = (a: number, b: number) => a - b;
