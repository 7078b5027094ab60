// Guards: the home page counts traders each time in a small market, and every ten minutes in a large one.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { marketCounts } from "./market-counts.ts";

let counted = 0;
let isBroken = false;

/** A market of so many offers, in which reading all of them is counted. */
function market(offers: number, now: string): ReadTx {
  const rows = async (strings: TemplateStringsArray) => {
    if (/from offer_counts/.test(strings.join(""))) return [{ buy: offers - 1, sell: 1, methods: 3 }];
    if (/from trade_counts/.test(strings.join(""))) return [{ trades: 7 }];
    if (isBroken) throw new Error("the database is away");
    counted += 1;
    return [{ traders: counted, count: counted, owners: counted }];
  };
  return { rows, now: new Date(now), readClock: async () => new Date(now) } as unknown as ReadTx;
}

test("a small market is counted each time", async () => {
  counted = 0;
  for (const expected of [1, 2]) {
    assert.deepEqual(await marketCounts(market(49_999, "2026-10-01T12:00:00Z")), {
      buy: 49_998,
      sell: 1,
      methods: 3,
      traders: expected,
      trades: 7,
    });
  }
});

test("a large market is counted again after ten minutes, or when the clock was set back", async () => {
  counted = 10;
  const tradersAt = async (now: string) => (await marketCounts(market(50_000, now))).traders;
  isBroken = true;
  await assert.rejects(tradersAt("2026-10-01T12:00:00Z"), /away/);
  isBroken = false;
  assert.equal(await tradersAt("2026-10-01T12:00:00Z"), 11, "a count that failed is not kept");
  assert.equal(await tradersAt("2026-10-01T12:10:00Z"), 11);
  assert.equal(await tradersAt("2026-10-01T12:10:00.001Z"), 12);
  assert.equal(await tradersAt("2026-10-01T12:05:00Z"), 12);
  assert.equal(await tradersAt("2026-10-01T12:00:00Z"), 13);
});
