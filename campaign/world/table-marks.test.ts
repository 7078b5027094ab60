// Guards: stories and the fuzz see every table in which a row came, changed or went, and no other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testDb } from "../../server/testing/index.ts";
import { tableMarks } from "./table-marks.ts";

const { owner } = await testDb();

test("a table has another mark after a row came, changed or went, and the same while nothing is written", async () => {
  const read = tableMarks(owner, ["settings", "failed_attempts", "offers"]);
  const changedBy = async (statement: string) => {
    const before = await read();
    await owner.query(statement);
    const after = await read();
    return ["settings", "failed_attempts", "offers"].filter((name) => before.get(name) !== after.get(name));
  };
  const setting = "insert into settings (name, value, changed_at) values ('offers.featured', '3', market_now())";
  assert.deepEqual(await changedBy(setting), ["settings"]);
  assert.deepEqual(await changedBy("update settings set value = value where name = 'offers.featured'"), ["settings"]);
  assert.deepEqual(await changedBy("select from settings for update"), []);
  assert.deepEqual(await changedBy("delete from settings where name = 'offers.featured'"), ["settings"]);
  assert.deepEqual(await changedBy("select 1"), []);
});
