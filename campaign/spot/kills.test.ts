// Guards: a market process that is killed at any moment, or stopped while another takes over, loses no command and fills none twice:
// the trades are those of one undisturbed process, and after cancelling all nothing is held.
import assert from "node:assert/strict";
import { before, test, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import { cancelAllSpotOrders } from "#contract/products/spot/spot.ts";
import { balanceOf, checkInvariants } from "../../server/money/ledger/index.ts";
import { seededRandom } from "../../server/platform/ids.ts";
import { apply } from "../../server/products/spot/engine/apply.ts";
import { Book } from "../../server/products/spot/engine/book.ts";
import { noEffects } from "../../server/products/spot/engine/commands.ts";
import { SPOT_CHECKS } from "../../server/products/spot/index.ts";
import { commandOf } from "../../server/products/spot/matching/command-of.ts";
import { commandsAfter } from "../../server/products/spot/matching/match-rows.ts";
import { changeRows, placeRows } from "../../server/products/spot/orders/order-rows.ts";
import { testApp, type TestPerson } from "../../server/testing/index.ts";
import { aSpotTrader, openSpotMarkets } from "../../server/testing/market/spot.ts";
import { eachSeed } from "../../server/testing/seeds.ts";
import { type Matcher, startMatcher } from "./matchers.ts";

const KILLS = Number(process.env.KILLS ?? 50);
const MARKET = "BTC-USDT";
const CENTER = 1_000_000;

const app = await testApp();
const { db, dbs, owner, url } = app;
let people: TestPerson[] = [];
before(async () => {
  await openSpotMarkets(app);
  people = await Promise.all(Array.from({ length: 4 }, () => aSpotTrader(app)));
  await owner.query("update spot_sessions set day_usd_cents = 1000000000000000");
  await owner.query("update spot_markets set max_orders = 100000");
});

let placed = 0;
type Pick = (most: number) => number;

/** Orders of every kind around the reference price, and changes of some that were placed before. */
function trading(pick: Pick) {
  const hashes: { hash: string; userId: bigint }[] = [];
  let isOver = false;
  const oneRow = () => {
    const person = people[pick(people.length)] as TestPerson;
    const side = pick(2) ? ("buy" as const) : ("sell" as const);
    const ticks = CENTER + (pick(41) - 20) * 100;
    const away = (side === "sell" ? -1 : 1) * (100 + pick(10) * 100);
    const kind = pick(8);
    const stop = kind < 2 ? String(ticks + away) : null;
    const tif = (["gtc", "gtc", "ioc", "fok", "post_only"] as const)[kind < 2 ? 0 : pick(5)] ?? "gtc";
    return {
      ...{ user_id: String(person.id), key_id: null, client_id: null, market: MARKET, side, tif, stop_ticks: stop },
      hash: `killedorder${String(++placed).padStart(8, "0")}`,
      type: kind === 0 ? ("oco" as const) : kind === 1 ? ("stop_limit" as const) : ("limit" as const),
      ...{ price_ticks: String(ticks), oco_ticks: kind === 0 ? String(ticks + away * 2) : null },
      ...{ lots: String(10 + pick(300)), quote_limit_units: null },
    };
  };
  const run = async () => {
    while (!isOver) {
      const rows = Array.from({ length: 5 }, oneRow);
      const outcomes = await dbs.web.tx((tx) => placeRows(tx, rows, tx.now));
      rows.forEach(({ hash, user_id }, place) => {
        if (outcomes[place] === "placed") hashes.push({ hash, userId: BigInt(user_id) });
      });
      const changes = Array.from({ length: 2 }, () => hashes[pick(hashes.length)]).flatMap((one) =>
        one ? [{ ...one, lots: pick(2) ? null : BigInt(1 + pick(100)) }] : [],
      );
      await dbs.web.tx((tx) => changeRows(tx, changes, tx.now));
      await pause(pick(10));
    }
  };
  const running = run();
  return {
    async stop() {
      isOver = true;
      await running;
    },
  };
}

async function matchedUp(): Promise<void> {
  const until = performance.now() + 60_000;
  const isDue = async () =>
    (
      await owner.query(
        "select from spot_markets market join spot_progress progress on progress.market = market.symbol where market.next_seq - 1 > progress.applied_seq",
      )
    ).rows.length > 0;
  while (await isDue()) {
    assert.ok(performance.now() < until, "the market is matched to its end");
    await pause(20);
  }
}

/** The trades of one process that reads the whole log, and those that were settled. */
async function assertUndisturbed(): Promise<number> {
  const start = { status: "cancel_only", referenceTicks: null, lastTicks: null, nextRank: 0, orders: [] } as const;
  const book = new Book({ ...start, bandBp: 1000 });
  const effects = noEffects();
  const commands = await db.read((tx) => commandsAfter(tx, { market: MARKET, seq: 0n }, 1_000_000));
  for (const row of commands) apply(book, { seq: Number(row.seq), command: commandOf(row) }, effects);
  const { rows } = await owner.query(
    `select seq::int as "seq", maker_id::int as "makerId", taker_id::int as "takerId", taker_side as "takerSide",
            price_ticks::int as "priceTicks", lots::int as "lots"
     from spot_fills where market = $1 order by n`,
    [MARKET],
  );
  assert.deepEqual(rows, effects.fills);
  assert.deepEqual(await db.tx((tx) => checkInvariants(tx, SPOT_CHECKS)), []);
  return rows.length;
}

async function assertNothingHeld(): Promise<void> {
  for (const { client } of people) await client.call(cancelAllSpotOrders, { body: {} });
  await matchedUp();
  for (const { id } of people)
    for (const code of CRYPTO_CODES)
      assert.equal(await db.read((tx) => balanceOf(tx, `user:${id}:${code}:spot`)), 0n, `${id} ${code}`);
}

const pickFrom = (seed: number): Pick => {
  const random = seededRandom(String(seed));
  return (most) => random.bytes(2).reduce((sum, byte) => sum * 256 + byte, 0) % most;
};

test(`a market process that is killed ${KILLS} times loses nothing`, { timeout: 900_000 }, async (t: TestContext) => {
  await eachSeed(t, { suite: "spot-kills", fresh: 1, replays: false }, async (seed) => {
    const pick = pickFrom(seed);
    const traders = trading(pick);
    let slowestMs = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const matcher = await startMatcher(url);
      const begunMs = performance.now();
      const { rows } = await owner.query("select applied_seq from spot_progress where market = $1", [MARKET]);
      const before = rows[0].applied_seq;
      const isOn = async () =>
        (await owner.query("select from spot_progress where market = $1 and applied_seq > $2", [MARKET, before])).rows
          .length > 0;
      while (!(await isOn())) await pause(5);
      slowestMs = Math.max(slowestMs, performance.now() - begunMs);
      await pause(pick(250));
      await matcher.kill();
    }
    await traders.stop();
    const last = await startMatcher(url);
    await matchedUp();
    const fills = await assertUndisturbed();
    await assertNothingHeld();
    await last.kill();
    t.diagnostic(`NOTE ${KILLS} kills, ${fills} trades; matched again after ${Math.round(slowestMs)} ms at most`);
    assert.ok(fills > KILLS, `only ${fills} trades`);
  });
});

test("a process that was stopped while another matched goes on, and settles nothing of what it had", {
  timeout: 300_000,
}, async (t: TestContext) => {
  await eachSeed(t, { suite: "spot-stops", fresh: 1, replays: false }, async (seed) => {
    const pick = pickFrom(seed);
    const traders = trading(pick);
    const pair: [Matcher, Matcher] = [await startMatcher(url), await startMatcher(url)];
    for (let stop = 0; stop < 20; stop++) {
      const [stopped, other] = stop % 2 ? pair : pair.toReversed();
      stopped?.signal("SIGSTOP");
      await pause(60 + pick(150));
      stopped?.signal("SIGCONT");
      await pause(pick(60));
      assert.ok(other);
    }
    await traders.stop();
    await matchedUp();
    await pair[1].kill();
    await matchedUp();
    const fills = await assertUndisturbed();
    await assertNothingHeld();
    const refused = pair.flatMap(({ faults }) => faults).filter((one) => one.includes("another process"));
    await pair[0].kill();
    t.diagnostic(`NOTE ${fills} trades; ${refused.length} times a process found that another had settled`);
    assert.ok(refused.length > 0, "both have matched");
  });
});
