// Guards: whatever people do in whatever order, the market ends where a plain model says, to the last satoshi.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { checkBooks } from "../../server/staff/console/index.ts";
import { LIMITS } from "../../server/signer/proofs/limits.ts";
import { NEW_ADDRESS } from "../../server/signer/addresses/new-address.ts";
import { testLog } from "../../server/testing/index.ts";
import { scriptedLightning } from "../../server/testing/outside/scripted/lightning.ts";
import { scriptedWorld } from "../../server/testing/outside/scripted/world.ts";
import { eachSeed } from "../../server/testing/seeds.ts";
import { startServers } from "./calls.ts";
import { enrich } from "./chain.ts";
import { assertFloors } from "./offers/floors.ts";
import type { Count } from "./asking.ts";
import { runSchedule } from "./run.ts";

const SCHEDULES = Number(process.env.SCHEDULES ?? 3);
const met: Count = new Map();
let schedules = 0;

const world = await scriptedWorld();
const { db, dbs, owner } = world;
await owner.query(
  "insert into settings (name, value, changed_at) values ('rates.max_age_sec', '86400', now()), ('rates.fiat_max_age_hours', '1000', now()), ('lightning.in_btc_day', '1000', now()) on conflict do nothing",
);
// A new address waits as in every market, and all schedules together send more than a market does in a day.
await owner.query("delete from settings where name = 'wallet.new_address_usd'");
Object.assign(world.signer, {
  newAddress: NEW_ADDRESS,
  limits: { ...LIMITS, BTC: { ...LIMITS.BTC, perHour: 1_000_000 } },
});
await enrich(world);
const servers = await startServers(world);
after(() => servers.stop());
// All schedules together are paid more than a market is in a day.
const lightning = { db: dbs.lightning, node: scriptedLightning(), isCut: true };

test(`${SCHEDULES} random schedules over two processes agree with the model`, { timeout: 900_000 }, async (t) => {
  let count = 0;
  await eachSeed(t, { suite: "market", fresh: SCHEDULES }, async (seed) => {
    const transitions = await runSchedule(
      { db, worker: dbs.worker, matcher: dbs.market, lightning, servers, world },
      seed,
      {
        count: met,
      },
    );
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
