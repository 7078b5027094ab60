// Guards: whatever people do in whatever order, the market ends where a plain model says, to the last satoshi.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkBooks } from "../server/outward/staff/index.ts";
import { useSealingSecret } from "../server/platform/sealed.ts";
import { testDb, testLog } from "../server/testing/index.ts";
import { runSchedule } from "./market-run.ts";

useSealingSecret(new Uint8Array(32).fill(7));
const SCHEDULES = Number(process.env.SCHEDULES ?? 2000);
const LANES = 2;

/** Seeds that failed once are run for ever. */
const KEPT = readFileSync(join(import.meta.dirname, "failed-seeds.txt"), "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"));

for (let lane = 0; lane < LANES; lane++) {
  const database = await testDb({ poolSize: 6 });
  await database.owner.query(
    "insert into settings (name, value, changed_at) values ('rates.max_age_sec', '86400', now()), ('rates.fiat_max_age_hours', '1000', now()) on conflict do nothing",
  );
  test(`${SCHEDULES / LANES} random schedules agree with the model, lane ${lane}`, {
    timeout: 900_000,
    concurrency: LANES,
  }, async () => {
    const seeds = [
      ...(lane === 0 ? KEPT : []),
      ...Array.from({ length: SCHEDULES / LANES }, (_, index) => `market-${lane}-${index}`),
    ];
    for (const [index, seed] of seeds.entries()) {
      await runSchedule(database.db, seed).catch((error: unknown) => {
        throw new Error(`the schedule of seed "${seed}" failed`, { cause: error });
      });
      if (index % 250 === 249) assert.deepEqual(await checkBooks({ db: database.db, log: testLog }), []);
    }
    assert.deepEqual(await checkBooks({ db: database.db, log: testLog }), []);
  });
}
