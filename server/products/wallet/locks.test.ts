// Guards: send-outs of one person are taken one at a time, so that each sees what the one before has spent of the day.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testDb } from "../../testing/database.ts";
import { lockQuote } from "./send-outs/rows.ts";

const { db, owner } = await testDb();

test("a transaction that takes a quote locks the user's send-outs until it ends", async () => {
  const locks = async (): Promise<number> =>
    (await owner.query("select from pg_locks where locktype = 'advisory' and classid = 7265040 and granted")).rows
      .length;
  await db.tx(async (tx) => {
    assert.equal(await lockQuote(tx, { userId: 7n, hash: "nothing" }), undefined);
    assert.equal(await locks(), 1);
  });
  assert.equal(await locks(), 0);
});
