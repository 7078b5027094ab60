// Guards: thousands of schedules of trades at once, in every flow, with bonds, appeals, chargebacks, special and silent offers, each step of
// which is what a plain model says, to the last satoshi.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkBooks } from "../../server/staff/console/index.ts";
import { makeIds, seededRandom } from "../../server/platform/ids.ts";
import { testApp, testLog } from "../../server/testing/index.ts";
import { eachSeed } from "../../server/testing/seeds.ts";
import { settleWide } from "./place.ts";
import { ASKED_AGAIN, assertExits, beginWide, runRound, type Turn } from "./run.ts";

const SCHEDULES = Number(process.env.WIDE ?? 1500);
const ROUNDS = Number(process.env.WIDE_ROUNDS ?? 12);
const WAITS = [0, 1, 3, 5, 10, 15, 30, 31, 61] as const;
/** Minimum counts of events in three thousand schedules of 28 rounds; below them nothing was tested. */
const FLOORS: Readonly<Record<string, number>> = {
  ...{ reveal: 1000, paid: 1000, release: 800, cancel: 300, extend: 300, dispute: 300, reopen: 300 },
  ...{ "share card": 100, "accept card": 60, "share code": 20 },
  ...{ "start in default": 2000, "start in lite": 500, "start in gcc-auto": 500, "start in bt-auto": 300 },
  ...{ award: 100, "a division": 30, "dispute.second_person": 5, "trade.wrong_status": 100, "trade.not_yours": 300 },
  ...{ "submit file": 1000, "judge file": 100, "take file back": 100, "trade.receipt_missing": 4 },
  ...{ appeal: 200, "take appeal": 100, "decide appeal: overturned": 20, "decide appeal: upheld": 20 },
  ...{ "dispute.appeal_not_judge": 5, "dispute.appeal_not_yours": 50, report: 300, "take report": 100, repay: 10 },
  ...{ "decide report: confirmed": 40, "decide report: dismissed": 20, "chargeback.not_yours": 50 },
  ...{ "bond deposit": 10, "bond return": 40, "bond.in_trade": 100, "bond.locked": 80, "offer.not_active": 60 },
  ...{ "fallback in gcc-auto": 20, "fallback in bt-auto": 20 },
  ...{
    "a special offer": 200,
    "start at a locked price": 100,
    "start with cashback": 800,
    "offer.special_over": 50,
    "offer.special_partner": 100,
  },
  ...{ "offer.special_locked": 10, "offer.special_pair": 5, "offer.special_too_many": 8, "offer.not_found": 50 },
  ...{ "offer.own": 20 },
};

/** A gift card's trade takes three steps within its window: one time at least that many waits after another are short. */
const SHORT_MIN = 25;

/** All schedules wait together: each wait comes before one comes again, or whole runs would be of long ones. */
function drawWaits(below: (limit: number) => number): number[] {
  const left = [...WAITS];
  const order = WAITS.flatMap(() => left.splice(below(left.length), 1));
  const [, first = 0, second = 0, third = 0] = order;
  return first + second + third > SHORT_MIN ? drawWaits(below) : order;
}

const DAY_MIN = 24 * 60;
/** Before the last rounds: nobody appeals after the first, bonds come back after the second, nothing is reported after the third. */
const LONG_WAITS = [3 * DAY_MIN + 60, 8 * DAY_MIN, 181 * DAY_MIN] as const;

function turnOf(round: number): Omit<Turn, "minutes"> & { readonly minutes: number | undefined } {
  const left = ROUNDS - round;
  const isLong = round === Math.floor((ROUNDS * 2) / 5);
  return {
    minutes: isLong ? 600 : LONG_WAITS[LONG_WAITS.length - left],
    expires: round % 3 === 2 || left <= LONG_WAITS.length,
    settles: round % 2 === 1,
    isRest: left > 1 && left <= LONG_WAITS.length + 2,
    moves: round % 3 === 1,
  };
}

test(`${SCHEDULES} schedules at once agree with the model`, { timeout: 900_000 }, async (t) => {
  await eachSeed(t, { suite: "wide", fresh: 1 }, async (seed) => {
    const app = await testApp();
    const place = await settleWide(app, SCHEDULES);
    const run = beginWide(app, place, seed);
    const random = makeIds(seededRandom(`${seed}`));
    let waits: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const turn = turnOf(round);
      if (waits.length === 0) waits = drawWaits(random.below);
      await runRound(run, { ...turn, minutes: turn.minutes ?? waits.shift() ?? 1 });
    }
    assert.deepEqual(await checkBooks({ db: app.db, log: testLog }), []);
    await app.db.read((tx) => assertExits(tx, run));
    const counted = [...run.count].sort(([, one], [, other]) => other - one);
    t.diagnostic(`${SCHEDULES} schedules: ${counted.map(([what, count]) => `${what} ${count}`).join(", ")}`);
    for (const [what] of counted) if (what.startsWith(ASKED_AGAIN)) t.diagnostic(`NOTE ${what}`);
    // A third of what usually comes: it depends on when the long waits are.
    const share = (SCHEDULES * ROUNDS) / (3000 * 28) / 3;
    for (const [what, floor] of Object.entries(FLOORS))
      assert.ok(
        (run.count.get(what) ?? 0) >= Math.floor(floor * share),
        `${what} came ${run.count.get(what) ?? 0} times`,
      );
    return run.schedules.reduce((sum, { accepted }) => sum + accepted, 0);
  });
});
