// Guards: what benches write by SQL in place of trades is what the database would have kept of them, so that they measure this market.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkBooks } from "../outward/staff/index.ts";
import { testDb, testLog } from "./index.ts";
import { manyTrades, moreTrades } from "./many-trades.ts";

test("a history that is written at once, and what follows it, fits every invariant", async () => {
  const { db, owner } = await testDb();
  await manyTrades(owner, 3000);
  assert.deepEqual(await checkBooks({ db, log: testLog }), []);
  await moreTrades(owner, 50);
  assert.deepEqual(await checkBooks({ db, log: testLog }), []);
});
