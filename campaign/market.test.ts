// Guards: whatever people do in whatever order, the market ends where a plain model says, to the last satoshi.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accountOf, post } from "../server/money/ledger/index.ts";
import { checkBooks } from "../server/outward/staff/index.ts";
import { useSealingSecret } from "../server/platform/sealed.ts";
import { testDb, testLog } from "../server/testing/index.ts";
import { eachSeed } from "../server/testing/seeds.ts";
import { SECRET, startServers } from "./market-calls.ts";
import { assertFloors } from "./market-floors.ts";
import type { Count } from "./market-asking.ts";
import { runSchedule } from "./market-run.ts";

useSealingSecret(SECRET);
const SCHEDULES = Number(process.env.SCHEDULES ?? 5);
const met: Count = new Map();
let schedules = 0;

const { db, dbs, owner, url } = await testDb({ poolSize: 6 });
await owner.query(
  "insert into settings (name, value, changed_at) values ('rates.max_age_sec', '86400', now()), ('rates.fiat_max_age_hours', '1000', now()), ('accounts.play_money', 'true', now()) on conflict do nothing",
);
// What the operator converts with.
await db.tx((tx) =>
  post(
    tx,
    (["BTC", "USDT"] as const).map((code) => ({
      kind: "test_deposit",
      subject: code,
      postings: [{ from: accountOf.chain(code), to: accountOf.house(code, "inventory"), units: 10n ** 13n }],
    })),
  ),
);
const servers = await startServers(url);
after(() => servers.stop());

test(`${SCHEDULES} random schedules over two processes agree with the model`, { timeout: 900_000 }, async (t) => {
  let count = 0;
  await eachSeed(t, { suite: "market", fresh: SCHEDULES }, async (seed) => {
    const transitions = await runSchedule({ db, worker: dbs.worker, servers }, seed, { count: met });
    count += 1;
    schedules += 1;
    if (count % 10 === 0) assert.deepEqual(await checkBooks({ db, log: testLog }), []);
    return transitions;
  });
  assert.deepEqual(await checkBooks({ db, log: testLog }), []);
});

test("what is rare in a market, and each refusal of a step, came often enough to be compared", (t) => {
  t.diagnostic(`${schedules} schedules: ${[...met].map(([what, count]) => `${what} ${count}`).join(", ")}`);
  // One seed that is replayed, or a few, need not have everything.
  if (schedules < SCHEDULES) return t.skip("too few schedules");
  assertFloors(met, schedules);
});
