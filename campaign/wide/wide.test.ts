// Guards: thousands of schedules of trades at once, in every flow, each step of which is what a plain model says, to the last satoshi.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkBooks } from "../../server/outward/staff/index.ts";
import { makeIds, seededRandom } from "../../server/platform/ids.ts";
import { testApp, testLog } from "../../server/testing/index.ts";
import { eachSeed } from "../../server/testing/seeds.ts";
import { settleWide } from "./wide-place.ts";
import { beginWide, runRound, usePrice } from "./wide-run.ts";

const SCHEDULES = Number(process.env.WIDE ?? 3000);
const ROUNDS = Number(process.env.WIDE_ROUNDS ?? 14);
const WAITS = [0, 1, 3, 5, 10, 15, 30, 31, 61] as const;
/** What has to come in three thousand schedules, or nothing was said of it. */
const FLOORS: Readonly<Record<string, number>> = {
  ...{ start: 3000, reveal: 1000, paid: 1000, release: 800, cancel: 300, extend: 300, dispute: 300, reopen: 300 },
  ...{ "share card": 100, "accept card": 60, "share code": 20, fallback: 20 },
  ...{ award: 100, "a division": 30, "dispute.second_person": 5, "trade.wrong_status": 300, "trade.not_yours": 300 },
};

test(`${SCHEDULES} schedules at once agree with the model`, { timeout: 900_000 }, async (t) => {
  await eachSeed(t, { suite: "wide", fresh: 1 }, async (seed) => {
    const app = await testApp();
    const place = await settleWide(app, SCHEDULES);
    usePrice(place);
    const run = beginWide(app, place, seed);
    const random = makeIds(seededRandom(`${seed}`));
    for (let round = 0; round < ROUNDS; round++) {
      const isLong = round === Math.floor(ROUNDS / 2);
      await runRound(run, round, isLong ? 600 : (WAITS[random.below(WAITS.length)] ?? 1));
    }
    assert.deepEqual(await checkBooks({ db: app.db, log: testLog }), []);
    const counted = [...run.count].sort(([, one], [, other]) => other - one);
    t.diagnostic(`${SCHEDULES} schedules: ${counted.map(([what, count]) => `${what} ${count}`).join(", ")}`);
    const share = (SCHEDULES * ROUNDS) / (3000 * 28);
    for (const [what, floor] of Object.entries(FLOORS))
      assert.ok(
        (run.count.get(what) ?? 0) >= Math.floor(floor * share),
        `${what} came ${run.count.get(what) ?? 0} times`,
      );
    return run.schedules.reduce((sum, { accepted }) => sum + accepted, 0);
  });
});
