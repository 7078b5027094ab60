// Guards: what one member of the staff awards, proposes or confirms in a day is bounded in number and in sum, by the
// signer's own proofs; a colleague goes on, and so does the next day.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { takeDispute } from "#contract/market/disputes/disputes.ts";
import { aMarket, testApp, type TestClient } from "../../testing/index.ts";
import { aModerator, deciding, openDisputeAndTake } from "../../testing/market/disputes.ts";

const app = await testApp();
const { owner } = app;
const market = await aMarket(app, { range_max: "100000" });

const set = (name: string, value: number) =>
  owner.query(
    `insert into settings (name, value, changed_at) values ($1, $2, market_now())
     on conflict (name) do update set value = excluded.value`,
    [`disputes.${name}`, JSON.stringify(value)],
  );

beforeEach(async () => {
  await set("awards_a_day", 50);
  await set("awards_day_usd", 1_000_000);
});

const awards = async (moderator: TestClient, hash: string) => deciding(moderator, hash)({ winner: "seller" });

test("a moderator at the daily limit of awards proposes and decides no more, a colleague does, and so do they the next day", async () => {
  const [mara, milo] = [await aModerator(market), await aModerator(market)];
  const [first, second, third] = [
    await openDisputeAndTake(market, { moderator: mara }),
    await openDisputeAndTake(market, { moderator: mara }),
    await openDisputeAndTake(market, { moderator: mara }),
  ];
  await set("awards_a_day", 2);
  for (const hash of [first, second]) assert.equal((await awards(mara, hash)).data.isDecided, true);
  assert.equal((await awards(mara, third)).code, "dispute.day_limit");
  await owner.query("update disputes set usd_cents = 200000 where trade_hash = $1", [third]);
  assert.equal((await awards(mara, third)).code, "dispute.day_limit", "a proposal is a word as well");

  const taken = await owner.query("select taken_by from disputes where trade_hash = $1", [third]);
  await owner.query("update disputes set usd_cents = 100, taken_by = null where trade_hash = $1", [third]);
  assert.equal(
    (await milo.call(takeDispute, { params: { id: third }, body: { reason: "mara has had her day" } })).status,
    200,
  );
  await owner.query("update disputes set taken_by = $2 where trade_hash = $1", [third, taken.rows[0].taken_by]);
  await owner.query(`update proofs set spent_at = spent_at - interval '24 hours', proved_at = proved_at - interval '24 hours'
     where subject like 'staff_award:%'`);
  assert.equal((await awards(mara, third)).data.isDecided, true);
});

test("the sum of a day counts each trade once, whatever is proposed, and a confirmation like a proposal", async () => {
  const [mara, milo] = [await aModerator(market), await aModerator(market)];
  const hash = await openDisputeAndTake(market, { moderator: mara });
  const other = await openDisputeAndTake(market, { moderator: milo });
  for (const one of [hash, other]) {
    await owner.query("update disputes set usd_cents = 200000 where trade_hash = $1", [one]);
    await owner.query("update trades set usd_cents = 200000 where hash = $1", [one]);
  }
  await set("awards_day_usd", 3000);
  const decide = deciding(mara, hash);
  assert.equal((await decide({ winner: "buyer" })).data.needsSecond, true);
  assert.equal((await decide({ winner: "seller" })).data.needsSecond, true, "the same case again");
  assert.equal((await awards(milo, other)).data.needsSecond, true);
  await mara.call(takeDispute, { params: { id: other }, body: { reason: "the second word" } });
  assert.equal((await awards(mara, other)).code, "dispute.day_limit", "both together are above the sum");
  await set("awards_day_usd", 4000);
  assert.equal((await awards(mara, other)).data.isDecided, true);
});

test("the first case of a day may be of any size, and a moderator who has used up the day gives up the cases that they took", async () => {
  const [mara, milo] = [await aModerator(market), await aModerator(market)];
  const large = await openDisputeAndTake(market, { moderator: mara });
  const next = await openDisputeAndTake(market, { moderator: mara });
  const take = () => milo.call(takeDispute, { params: { id: next }, body: { reason: "mara has had her day" } });
  await set("awards_day_usd", 1);
  assert.equal((await take()).code, "dispute.taken");
  assert.equal((await awards(mara, large)).data.isDecided, true);
  assert.equal((await awards(mara, next)).code, "dispute.day_limit");
  assert.equal((await take()).status, 200);
  assert.equal((await awards(milo, next)).data.isDecided, true);
});

test("neither the signer nor the database lets an award beyond the day through", async () => {
  const mara = await aModerator(market);
  const [first, second] = [
    await openDisputeAndTake(market, { moderator: mara, winner: "seller" }),
    await openDisputeAndTake(market, { moderator: mara }),
  ];
  await set("awards_a_day", 1);
  const proof = { kind: "award", id: second, winner: "seller" } as const;
  assert.equal((await app.prove(mara.token, proof))?.outcome, "nothing");
  const { rows } = await owner.query(
    `select trade.id, trade.usd_cents, award_subject(trade.id, trade.round, 'seller', null) as subject, found.taken_by
     from trades trade join disputes found on found.trade_hash = trade.hash where trade.hash = $1`,
    [second],
  );
  const [{ subject, taken_by: by, usd_cents: cents }] = rows;
  const mayMove = async () =>
    (await owner.query("select has_second($1, $2, $3) as may", [subject, by, cents])).rows[0].may;
  assert.equal(await mayMove(), false);
  const proposed = await owner.query(
    "select outcome from propose_award($1, $2, 'seller', null, 'wrong_amount', 'note', market_now())",
    [second, by],
  );
  assert.equal(proposed.rows[0].outcome, "day_limit");
  await set("awards_a_day", 2);
  assert.equal(await mayMove(), true);
  assert.ok(first);
});
