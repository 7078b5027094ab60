// Guards: two who act on one case at the same moment (moderators, its sides, who gives and takes roles) are each served or
// refused, and nobody meets an error; each act on a case locks its trade first.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import * as disputes from "#contract/market/disputes/disputes.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { makeIds, seededRandom } from "../../platform/ids.ts";

import { checkBooks, revokeByOperator } from "../../staff/console/index.ts";
import { aMarket, aPerson, start, testApp, testLog } from "../../testing/index.ts";
import { deciding, escrowRow, openDisputeAndTake } from "../../testing/market/disputes.ts";
import { eachSeed } from "../../testing/seeds.ts";
import { untilWaiting } from "../../testing/waiting.ts";

const app = await testApp({ poolSize: 30 });
const { db, owner } = app;
const market = await aMarket(app, { range_max: "100000" });
const { buyer, seller } = market;

async function aJudge() {
  const { id, client } = await aPerson(app);
  const { rows } = await owner.query("select username from users where id = $1", [id]);
  await owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [id]);
  return { id, client, username: String(rows[0].username) };
}
type Judge = Awaited<ReturnType<typeof aJudge>>;

const roleOf = ({ username }: Judge) => ({ username, role: "moderator", reason: "a drill" }) as const;

/** About more than one of the staff decides alone; the first one has it. */
async function aLargeCase(first: Judge): Promise<string> {
  const hash = await openDisputeAndTake(market, { moderator: first.client });
  await owner.query("update disputes set usd_cents = 100001 where trade_hash = $1", [hash]);
  await owner.query("update trades set usd_cents = 100001 where hash = $1", [hash]);
  return hash;
}

/** The call waits for what these statements lock, and goes on when they are committed. */
async function whileHeld<T>(statements: readonly [string, readonly unknown[]][], call: () => Promise<T>): Promise<T> {
  const client = await db.connect();
  try {
    await client.query("begin");
    for (const [text, values] of statements) await client.query(text, [...values]);
    const called = call();
    await untilWaiting(owner, 1);
    await client.query("commit");
    return await called;
  } finally {
    await client.end();
  }
}

const CHAIN = ["select pg_advisory_xact_lock(7265004)", []] as const;

test("a moderator who proposes when the sides have just settled is refused with that reason", async () => {
  const judge = await aJudge();
  for (const settles of ["release", "cancel"] as const) {
    const hash = await aLargeCase(judge);
    const params = { id: hash };
    // Before the event is delivered, so the case is still open.
    if (settles === "release") assert.equal((await seller.client.call(calls.releaseTrade, { params })).code, "");
    else assert.equal((await buyer.client.call(calls.cancelTrade, { params })).code, "");
    assert.equal((await deciding(judge.client, hash)({ winner: "buyer" })).code, "trade.wrong_status");
  }
});

test("a moderator whose role goes while they decide, propose or order is refused as anybody else", async () => {
  for (const isLarge of [true, false]) {
    const judge = await aJudge();
    const hash = isLarge ? await aLargeCase(judge) : await openDisputeAndTake(market, { moderator: judge.client });
    await app.prove(judge.client.token, { kind: "award", id: hash, winner: "buyer" });
    const gone = ["delete from user_roles where user_id = $1", [judge.id]] as const;
    const answer = await whileHeld([[...CHAIN], [...gone]], () =>
      deciding(judge.client, hash, { proves: false })({ winner: "buyer" }),
    );
    assert.deepEqual([answer.status, answer.code], [403, "auth.forbidden"]);
    assert.equal((await escrowRow(app, hash)).status, "dispute_open");
  }
  const judge = await aJudge();
  const params = { id: (await start(market)).data.tradeHash };
  await buyer.client.call(calls.cancelTrade, { params });
  await buyer.client.call(calls.reopenTrade, { params });
  const answer = await whileHeld(
    [
      ["select from trades where hash = $1 for update", [params.id]],
      ["delete from user_roles where user_id = $1", [judge.id]],
    ],
    () => judge.client.call(calls.reopenTrade, { params }),
  );
  assert.deepEqual([answer.status, answer.code], [404, "trade.not_found"]);
  assert.equal((await escrowRow(app, params.id)).status, "cancelled_buyer");
});

test("taking a case locks its trade before the case, as deciding it does", async () => {
  const [first, second] = [await aJudge(), await aJudge()];
  const hash = await aLargeCase(first);
  assert.equal((await deciding(first.client, hash)({ winner: "buyer" })).code, "");
  const client = await db.connect();
  await client.query("begin");
  await client.query("select from trades where hash = $1 for update", [hash]);
  const taking = second.client.call(disputes.takeDispute, {
    params: { id: hash },
    body: { reason: "next in the queue" },
  });
  await untilWaiting(owner, 1);
  // Would wait for the taking moderator, who waits for this.
  await client.query("select from disputes where trade_hash = $1 for update nowait", [hash]);
  await client.query("commit");
  await client.end();
  assert.equal((await taking).code, "");
});

const ACTS = ["propose", "replace", "confirm", "contradict", "take", "release", "cancel", "revoke"] as const;
type Act = (typeof ACTS)[number];

/** One case of which two take part at once. What is refused is refused in words. */
async function raceOnce(pair: readonly [Act, Act], below: (most: number) => number): Promise<void> {
  const [first, second] = [await aJudge(), await aJudge()];
  const hash = await aLargeCase(first);
  const params = { id: hash };
  const isProposed = below(2) === 0 || pair.some((act) => act === "confirm");
  if (isProposed) assert.equal((await deciding(first.client, hash)({ winner: "buyer" })).code, "");
  await app.prove(seller.client.token, { kind: "release", id: hash });
  for (const { token } of [first.client, second.client])
    for (const winner of ["buyer", "seller"] as const) await app.prove(token, { kind: "award", id: hash, winner });
  const says = ({ client }: Judge, winner: "buyer" | "seller") => deciding(client, hash, { proves: false })({ winner });
  const acts: Record<Act, () => Promise<unknown>> = {
    propose: () => says(first, "buyer"),
    replace: () => says(first, "seller"),
    confirm: () => says(second, "buyer"),
    contradict: () => says(second, "seller"),
    take: () => second.client.call(disputes.takeDispute, { params, body: { reason: "next in the queue" } }),
    release: () => seller.client.call(calls.releaseTrade, { params, proves: false }),
    cancel: () => buyer.client.call(calls.cancelTrade, { params }),
    revoke: () => db.tx((tx) => revokeByOperator(tx, roleOf(first))),
  };
  const answers = await Promise.all(
    pair.map(async (name) => {
      await pause(below(8));
      return acts[name]();
    }),
  );
  for (const answer of answers as { status?: number }[])
    assert.ok((answer.status ?? 200) < 500, `${pair.join(" against ")}: ${JSON.stringify(answer)}`);
  await buyer.client.call(calls.cancelTrade, { params });
}

test("every ordered pair of proposing, replacing, confirming, contradicting, taking, settling and losing the role", {
  timeout: 600_000,
}, async (t) => {
  const rounds = Number(process.env.CASE_RACE_ROUNDS ?? 1);
  await eachSeed(t, { suite: "case-races", fresh: 1 }, async (seed) => {
    const random = makeIds(seededRandom(String(seed)));
    for (let round = 0; round < rounds; round++)
      for (const first of ACTS)
        for (const second of ACTS) if (first !== second) await raceOnce([first, second], random.below);
  });
  assert.deepEqual(await checkBooks({ db: app.db, log: testLog }), []);
});
