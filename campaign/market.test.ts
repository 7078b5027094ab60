// Guards: whatever people do in whatever order, the market ends where a plain model says, to the last satoshi.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkBooks } from "../server/outward/staff/index.ts";
import { useSealingSecret } from "../server/platform/sealed.ts";
import { testDb, testLog } from "../server/testing/index.ts";
import { eachSeed } from "../server/testing/seeds.ts";
import { runSchedule } from "./market-run.ts";

useSealingSecret(new Uint8Array(32).fill(7));
const SCHEDULES = Number(process.env.SCHEDULES ?? 60);
const LANES = 2;

for (let lane = 0; lane < LANES; lane++) {
  const database = await testDb({ poolSize: 6 });
  await database.owner.query(
    "insert into settings (name, value, changed_at) values ('rates.max_age_sec', '86400', now()), ('rates.fiat_max_age_hours', '1000', now()) on conflict do nothing",
  );
  test(`${SCHEDULES / LANES} random schedules agree with the model, lane ${lane}`, {
    timeout: 900_000,
    concurrency: LANES,
  }, async (t) => {
    let count = 0;
    await eachSeed(t, { suite: "market", fresh: SCHEDULES / LANES, replays: lane === 0 }, async (seed) => {
      const accepted = await runSchedule(database.db, seed);
      count += 1;
      if (count % 25 === 0) assert.deepEqual(await checkBooks({ db: database.db, log: testLog }), []);
      return accepted;
    });
    assert.deepEqual(await checkBooks({ db: database.db, log: testLog }), []);
  });
}
