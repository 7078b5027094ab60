// Guards: whatever people do in whatever order, the market ends where a plain model says, to the last satoshi.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkBooks } from "../server/outward/staff/index.ts";
import { useSealingSecret } from "../server/platform/sealed.ts";
import { testDb, testLog } from "../server/testing/index.ts";
import { eachSeed } from "../server/testing/seeds.ts";
import { type Count, runSchedule } from "./market-run.ts";

useSealingSecret(new Uint8Array(32).fill(7));
const SCHEDULES = Number(process.env.SCHEDULES ?? 60);
const LANES = 2;
/** What is rare has to come so often in a run of sixty schedules, or the model has said nothing about it. */
const FLOORS = {
  award: 200,
  dispute: 200,
  reopen: 200,
  extend: 100,
  "dispute.too_early": 5,
  "trade.not_yours": 50,
  "trade.reopen_too_late": 3,
  "trade.cancel_refused trade.wrong_status": 30,
} as const;
const FLOORS_ARE_OF = 60;
const met: Count = new Map();
let schedules = 0;

for (let lane = 0; lane < LANES; lane++) {
  const database = await testDb({ poolSize: 6 });
  await database.owner.query(
    "insert into settings (name, value, changed_at) values ('rates.max_age_sec', '86400', now()), ('rates.fiat_max_age_hours', '1000', now()), ('accounts.play_money', 'true', now()) on conflict do nothing",
  );
  test(`${SCHEDULES / LANES} random schedules agree with the model, lane ${lane}`, {
    timeout: 900_000,
    concurrency: LANES,
  }, async (t) => {
    let count = 0;
    await eachSeed(t, { suite: "market", fresh: SCHEDULES / LANES, replays: lane === 0 }, async (seed) => {
      const transitions = await runSchedule(database.db, seed, { count: met });
      count += 1;
      schedules += 1;
      if (count % 25 === 0) assert.deepEqual(await checkBooks({ db: database.db, log: testLog }), []);
      return transitions;
    });
    assert.deepEqual(await checkBooks({ db: database.db, log: testLog }), []);
  });
}

test("what is rare in a market, and each refusal of a step, came often enough to be compared", (t) => {
  t.diagnostic(`${schedules} schedules: ${[...met].map(([what, count]) => `${what} ${count}`).join(", ")}`);
  // One seed that is replayed, or a few, need not have everything.
  if (schedules < FLOORS_ARE_OF / 2) return t.skip("too few schedules");
  for (const [what, floor] of Object.entries(FLOORS)) {
    const least = Math.floor((floor * schedules) / FLOORS_ARE_OF);
    assert.ok((met.get(what) ?? 0) >= least, `${what} came ${met.get(what) ?? 0} times, and ${least} at least should`);
  }
});
