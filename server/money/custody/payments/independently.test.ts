// Guards: one row that fails stops no other row, and its writes are rolled back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { halt } from "../../ledger/index.ts";
import { testDb } from "../../../testing/database.ts";
import { eachAlone, eachWithin } from "./independently.ts";

const { db, owner } = await testDb();
const NAMES = ["money_out", "releases", "ledger"] as const;

function voice() {
  const said: unknown[] = [];
  const log = { error: (facts: { err: Error }) => said.push(facts.err.message) } as never;
  return { said, voice: { log } };
}

test("each row is processed in turn, and a failing one is reported", async () => {
  const { said, voice: own } = voice();
  const done: string[] = [];
  await eachAlone(own, NAMES, async (name) => {
    if (name === "releases") throw new Error(`no ${name}`);
    done.push(name);
  });
  assert.deepEqual([done, said], [["money_out", "ledger"], ["no releases"]]);
});

test("within one transaction what a failed row wrote is undone, and the rest stays", async () => {
  const { said, voice: own } = voice();
  await db.tx((tx) =>
    eachWithin(own, tx, NAMES, async (name) => {
      await halt(tx, { name, reason: "tried" });
      if (name === "releases") throw new Error(`no ${name}`);
    }),
  );
  const { rows } = await owner.query("select name from halts order by name");
  assert.deepEqual([rows.map(({ name }) => name), said], [["ledger", "money_out"], ["no releases"]]);
});
