// Guards: two people, or a person and the clock, who act on one trade at the same moment: it is decided once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import * as disputes from "#contract/market/disputes/disputes.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { type Ids, makeIds, seededRandom } from "../../platform/ids.ts";
import { checkBooks } from "../../staff/console/index.ts";
import { aMarket, aPerson, aTrade, testApp, type TestClient, type TestMarket, testLog } from "../../testing/index.ts";
import { eachSeed } from "../../testing/seeds.ts";

const app = await testApp({ poolSize: 30 });
const { db, owner } = app;

const RACERS = ["release", "cancel", "expire", "paid", "dispute", "award", "divide"] as const;
type Racer = (typeof RACERS)[number];
type Race = {
  readonly market: TestMarket;
  readonly moderator: TestClient;
  readonly pair: readonly [Racer, Racer];
  readonly random: Ids;
};

/** The window of a raced trade ends while the two are on their way, however slow the machine is today. */
const MOST_WINDOW_MS = 48;
const MOST_DELAY_MS = 9;

/** Pairs of which either may be first, and the statuses that show which was: both have to be seen. */
const EITHER_WINS: Readonly<Record<string, readonly string[]>> = {
  "cancel release": ["cancelled_buyer", "released"],
  "expire release": ["expired", "released"],
  "award release": ["dispute_won_buyer", "released"],
  "cancel expire": ["cancelled_buyer", "expired"],
  "award cancel": ["cancelled_buyer", "dispute_won_buyer"],
  "divide release": ["dispute_won_seller", "released"],
  "award divide": ["dispute_won_buyer", "dispute_won_seller"],
  "expire paid": ["expired", "paid"],
  "dispute expire": ["dispute_open", "expired"],
};

test("every ordered pair of release, cancel, expire, paid, dispute, award and division is decided once", {
  timeout: 600_000,
}, async (t) => {
  const rounds = Number(process.env.RACE_ROUNDS ?? 2);
  const moderator = await aPerson(app);
  await owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [moderator.id]);
  const seen = new Map<string, Set<string>>();
  // A market for each first act, all at once: their trades meet in the job of the clock, as they would outside.
  const raceFrom = async (first: Racer, seed: number) => {
    // A stream of its own: which of two markets draws first is not decided by the seed.
    const random = makeIds(seededRandom(`${seed} ${first}`));
    const market = await aMarket(app, { range_max: "100000" });
    for (const second of RACERS) {
      const name = [first, second].sort().join(" ");
      for (let round = 0; round < rounds; round++) {
        const status = await raceOnce({ market, moderator: moderator.client, pair: [first, second], random });
        seen.set(name, (seen.get(name) ?? new Set()).add(status));
      }
    }
  };
  // A seed repeats the moments at which the two are sent; which of them is quicker stays with the machine.
  await eachSeed(t, { suite: "races", fresh: 1 }, async (seed) => {
    await Promise.all(RACERS.map((first) => raceFrom(first, seed)));
  });
  assert.deepEqual(await checkBooks({ db, log: testLog }), []);
  if (rounds < 50) return;
  for (const [name, statuses] of Object.entries(EITHER_WINS))
    for (const status of statuses) assert.ok(seen.get(name)?.has(status), `${name}: never ${status}, it was no race`);
});

/** One trade, two acts at once; the status in which it ended up. */
async function raceOnce({ market, moderator, pair, random }: Race): Promise<string> {
  const hash = await aTrade(market, isUnpaid(pair) ? "active_funded" : "paid");
  await owner.query("update trades set dispute_wait_sec = 0 where hash = $1", [hash]);
  if (isUnpaid(pair)) await market.buyer.client.call(calls.revealPaymentDetails, { params: { id: hash } });
  if (isCase(pair)) await openCase({ market, moderator, pair, random }, hash);
  const windowMs = pair.includes("expire") ? random.below(MOST_WINDOW_MS) : 0;
  if (pair.includes("expire") && !isCase(pair)) {
    await owner.query(
      "update trades set expires_at = market_now() + make_interval(secs => $2), funded_at = funded_at - make_interval(mins => window_minutes + 1) where hash = $1",
      [hash, windowMs / 1000],
    );
  }
  // Proved before, so that the acts themselves meet.
  if (pair.includes("release")) await app.prove(market.seller.client.token, { kind: "release", id: hash });
  if (pair.includes("award")) await app.prove(moderator.token, { kind: "award", id: hash, winner: "buyer" });
  if (pair.includes("divide")) await app.prove(moderator.token, { kind: "award", id: hash, ...DIVISION });
  const acts = actsOn({ market, moderator, pair, random }, hash);
  const answers = await Promise.all(
    pair.map(async (name) => {
      await pause(
        name === "expire" ? windowMs + random.below(3) : random.below(MOST_DELAY_MS + Math.floor(windowMs / 2)),
      );
      return acts[name]();
    }),
  );
  const named = pair.join(" against ");
  for (const answer of answers as ({ status: number } | undefined)[])
    assert.ok((answer?.status ?? 200) < 500, `${named}: ${answer?.status}`);
  return assertDecidedOnce(market, hash, named);
}

/** A small part for the buyer. */
const DIVISION = { winner: "seller", buyer_share_units: "10000" } as const;

/** Only what a moderator has is decided. */
function isCase(pair: readonly Racer[]): boolean {
  return pair.includes("award") || pair.includes("divide");
}

function isUnpaid(pair: readonly Racer[]): boolean {
  return pair.includes("paid") || pair.includes("expire");
}

function actsOn({ market, moderator }: Race, hash: string): Record<Racer, () => Promise<unknown>> {
  const params = { id: hash };
  return {
    release: () => market.seller.client.call(calls.releaseTrade, { params, proves: false }),
    cancel: () => market.buyer.client.call(calls.cancelTrade, { params }),
    expire: () => app.runJob("expire-trades"),
    paid: () => market.buyer.client.call(calls.markTradePaid, { params }),
    dispute: () =>
      market.seller.client.call(disputes.openDispute, {
        params,
        body: { dispute_reason_id: 5, dispute_reason_text: "something is wrong here" },
      }),
    award: () =>
      moderator.call(disputes.decideDispute, {
        params,
        body: { winner: "buyer", reason_code: "payment_proven", note: "seen the receipt" },
        proves: false,
      }),
    divide: () =>
      moderator.call(disputes.decideDispute, {
        params,
        body: { ...DIVISION, reason_code: "wrong_amount", note: "a part of it came" },
        proves: false,
      }),
  };
}

async function assertDecidedOnce(market: TestMarket, hash: string, named: string): Promise<string> {
  const { rows } = await owner.query<{ status: string; ended: boolean; exits: number; verbs: string[] }>(
    `select status, ended_at is not null as ended,
       (select count(*)::int from journals
        where subject = trades.id || ':' || trades.round and kind in ('trade_release', 'trade_return', 'trade_split')) as exits,
       array(select verb from trade_transitions where trade_id = trades.id order by id) as verbs
     from trades where hash = $1`,
    [hash],
  );
  const [trade] = rows;
  assert.ok(trade);
  assert.equal(trade.exits, trade.ended ? 1 : 0, `${named}: ${trade.status}`);
  for (const verb of ["mark_paid", "open_dispute", "release", "cancel", "expire", "award_buyer", "award_seller"])
    assert.ok(trade.verbs.filter((done) => done === verb).length <= 1, `${named}: ${verb} was done twice`);
  assert.ok(!(trade.verbs.includes("mark_paid") && trade.verbs.includes("expire")), `${named}: paid and expired`);
  // Leave nothing open behind: the next round needs the seller's coins.
  if (!trade.ended) await market.buyer.client.call(calls.cancelTrade, { params: { id: hash } });
  return trade.status;
}

async function openCase({ market, moderator }: Race, hash: string) {
  const params = { id: hash };
  const opened = await market.buyer.client.call(disputes.openDispute, {
    params,
    body: { dispute_reason_id: 12, dispute_reason_text: "I paid and nothing happens" },
  });
  assert.equal(opened.status, 200, opened.code);
  assert.equal(
    (await moderator.call(disputes.takeDispute, { params, body: { reason: "next in the queue" } })).status,
    200,
  );
}
