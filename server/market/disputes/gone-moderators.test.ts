// Guards: what a moderator took and proposed holds as long as they may judge; a moderator who lost the role or is restricted
// keeps no one from the case, confirms nothing and decides nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as disputes from "#contract/market/disputes/disputes.ts";
import { aMarket, aPerson, testApp, type TestPerson } from "../../testing/index.ts";
import { deciding, escrowRow, openDisputeAndTake } from "../../testing/market/disputes.ts";

const app = await testApp();
const { owner } = app;
const market = await aMarket(app, { range_max: "100000" });

async function aJudge(): Promise<TestPerson> {
  const person = await aPerson(app);
  await owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [person.id]);
  return person;
}

const GOES: Readonly<Record<string, (id: bigint) => Promise<unknown>>> = {
  "a moderator who lost the role": (id) => owner.query("delete from user_roles where user_id = $1", [id]),
  "a frozen moderator": (id) => restrict(id, "frozen"),
  "a suspended moderator": (id) => restrict(id, "suspended"),
};

function restrict(id: bigint, state: string) {
  return owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
     values ($1::bigint, $2, 'test', 'case ' || $1, now(), now())`,
    [id, state],
  );
}

async function aLargeCase(first: TestPerson): Promise<string> {
  const hash = await openDisputeAndTake(market, { moderator: first.client });
  await owner.query("update disputes set usd_cents = 100001 where trade_hash = $1", [hash]);
  await owner.query("update trades set usd_cents = 100001 where hash = $1", [hash]);
  return hash;
}

async function inQueue({ client }: TestPerson, hash: string) {
  const { data } = await client.call(disputes.listDisputes, { query: { state: "open" } });
  const row = data.rows.find(({ tradeHash }) => tradeHash === hash);
  assert.ok(row);
  return { isTaken: row.takenBy !== null, isProposed: row.proposal !== null };
}

for (const [name, goes] of Object.entries(GOES))
  test(`a proposal of ${name} does not count, and another moderator may take the case over`, async () => {
    const [first, second, third] = [await aJudge(), await aJudge(), await aJudge()];
    const hash = await aLargeCase(first);
    assert.equal((await deciding(first.client, hash)({ winner: "buyer" })).data.needsSecond, true);
    assert.deepEqual(await inQueue(second, hash), { isTaken: true, isProposed: true });
    await goes(first.id);

    assert.deepEqual(await inQueue(second, hash), { isTaken: false, isProposed: false });
    assert.equal((await deciding(second.client, hash)({ winner: "buyer" })).code, "dispute.not_taken");
    assert.equal(
      (await second.client.call(disputes.takeDispute, { params: { id: hash }, body: { reason: "next in the queue" } }))
        .code,
      "",
    );
    assert.deepEqual(await inQueue(second, hash), { isTaken: true, isProposed: false });
    assert.equal(
      (await third.client.call(disputes.takeDispute, { params: { id: hash }, body: { reason: "next in the queue" } }))
        .code,
      "dispute.taken",
    );

    assert.equal(
      (await deciding(second.client, hash)({ winner: "buyer" })).data.needsSecond,
      true,
      "the first word anew",
    );
    assert.equal((await escrowRow(app, hash)).status, "dispute_awarded");
    assert.equal(
      (await deciding(third.client, hash)({ winner: "buyer" })).code,
      "dispute.not_taken",
      "nobody confirms what they have not read",
    );
    await third.client.call(disputes.takeDispute, { params: { id: hash }, body: { reason: "the second word" } });
    assert.equal((await deciding(third.client, hash)({ winner: "buyer" })).data.isDecided, true);
    assert.equal((await escrowRow(app, hash)).status, "dispute_won_buyer");
  });

test("a restricted moderator takes, proposes and decides nothing", async () => {
  const judge = await aJudge();
  const hash = await openDisputeAndTake(market, { moderator: judge.client });
  await restrict(judge.id, "restricted");
  assert.equal((await deciding(judge.client, hash)({ winner: "buyer" })).code, "auth.restricted");
  assert.equal(
    (await judge.client.call(disputes.takeDispute, { params: { id: hash }, body: { reason: "next in the queue" } }))
      .code,
    "auth.restricted",
  );
  assert.equal((await escrowRow(app, hash)).status, "dispute_open");
});
