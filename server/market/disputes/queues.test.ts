// Guards: nothing of the moderators' queues is out of reach: disputes, appeals and chargebacks are read on from where a page ends,
// whatever joins or leaves meanwhile, and are narrowed by user, reason and moderator.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type ChargebackRow, listChargebacks } from "#contract/market/disputes/chargebacks.ts";
import { type DisputeAppealRow, listDisputeAppeals } from "#contract/market/disputes/appeals.ts";
import { type DisputeRow, listDisputes } from "#contract/market/disputes/disputes.ts";
import type { QueryOf } from "#contract/platform/endpoint.ts";
import { everySlice } from "../../testing/every-slice.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { planOf, rowsRead } from "../../testing/plans.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { caseRows } from "./rows.ts";

const app = await testApp();
const { owner } = app;
const MANY = 120;
const [ada, ben] = [await aNamedUser(app, "moderator"), await aNamedUser(app, "moderator")];
const market = await aMarket(app);
const released = await aTrade(market, "released");
const another = await aNamedUser(app);

// The same trade again and again; of the seventh the buyer is another user.
await owner.query(
  `insert into trades overriding system value
   select many.*
   from trades one
   cross join generate_series(1, $1) as place (n)
   cross join lateral jsonb_populate_record(one, jsonb_build_object(
     'id', 1000000 + n, 'hash', 'CASE' || lpad(n::text, 8, '0'), 'receipt_uuid', gen_random_uuid(), 'ended_at', one.released_at,
     'buyer_id', case when n = 7 then $3::bigint else one.buyer_id end,
     'starter_id', case when n = 7 then $3::bigint else one.starter_id end)) as many
   where one.hash = $2`,
  [MANY, released, another.id],
);
const numbered =
  "select 1000000 + n as id, 'CASE' || lpad(n::text, 8, '0') as hash, n from generate_series(1, $1) as n";

/** Three at a time are due alike. */
const soon = "market_now() + (n / 3) * interval '1 minute'";
await owner.query(
  `insert into disputes (trade_hash, round, opened_by, opened_by_id, reason_id, body, usd_cents, opened_at, due_at,
     first_look_due_at, evidence_due_at, decision_hours, taken_by, taken_at)
   select hash, 1, 'buyer', $2, case when n = 7 then 12 else 11 end, 'words', 100, market_now(), ${soon}, ${soon}, ${soon}, 24,
     case n when 7 then $3::bigint when 8 then $4::bigint end, case when n in (7, 8) then market_now() end
   from (${numbered}) as one`,
  [MANY, market.buyer.id, ada.id, ben.id],
);

const whole = (keys: readonly string[]) => assert.deepEqual([keys.length, new Set(keys).size], [MANY, MANY]);
const seventh = "CASE00000007";

const disputes = async (query: NonNullable<QueryOf<typeof listDisputes>>) =>
  (await ada.client.call(listDisputes, { query })).data;
const hashesOf = (rows: readonly { readonly tradeHash: string }[]) => rows.map(({ tradeHash }) => tradeHash);

test("every open dispute is reached, by its deadline, and none twice when one moves or is decided", async () => {
  const move = ({ tradeHash }: DisputeRow) =>
    owner.query("update disputes set due_at = due_at + interval '1 year' where trade_hash = $1", [tradeHash]);
  const moved = hashesOf(await everySlice(disputes, move));
  assert.deepEqual([moved.length, new Set(moved).size, moved.at(-1)], [MANY + 1, MANY, moved[49]]);
  const decide = ({ tradeHash }: DisputeRow) =>
    owner.query("update disputes set outcome = 'settled', decided_at = market_now() where trade_hash = $1", [
      tradeHash,
    ]);
  whole(hashesOf(await everySlice(disputes, decide)));
  await owner.query("update disputes set outcome = null, decided_at = null");
});

test("disputes are narrowed by either side, by reason, and by the moderator of the case", async () => {
  for (const filter of [{ who: another.username }, { reason: "buyer_payment_issue" }, { taken: "mine" }] as const)
    assert.deepEqual(hashesOf((await disputes(filter)).rows), [seventh], JSON.stringify(filter));
  assert.deepEqual(hashesOf((await disputes({ taken: "others" })).rows), ["CASE00000008"]);
  const seller = (await owner.query("select username from users where id = $1", [market.seller.id])).rows[0].username;
  whole(hashesOf(await everySlice((after) => disputes({ who: seller.toUpperCase(), ...after }))));
  const nobodys = hashesOf(await everySlice((after) => disputes({ taken: "nobody", ...after })));
  assert.deepEqual([nobodys.length, nobodys.includes(seventh)], [MANY - 2, false]);
  assert.deepEqual((await disputes({ who: another.username, taken: "others" })).rows, []);
});

test("every decided dispute is reached, the latest first", async () => {
  await owner.query(
    "update disputes set outcome = 'settled', decided_at = market_now() - (id / 3) * interval '1 minute'",
  );
  const read = (after: { readonly after?: string }) => disputes({ state: "decided", ...after });
  const back = ({ tradeHash }: DisputeRow) =>
    owner.query("update disputes set outcome = null, decided_at = null where trade_hash = $1", [tradeHash]);
  const rows = await everySlice(read, back);
  whole(hashesOf(rows));
  const times = rows.map(({ decidedAt }) => decidedAt ?? "");
  assert.deepEqual(times, [...times].sort().reverse());
  await owner.query("update disputes set outcome = 'settled', decided_at = market_now()");
  assert.deepEqual(hashesOf((await disputes({ state: "decided", who: another.username })).rows), [seventh]);
});

const DECIDED =
  "outcome = 'upheld', answer = 'it remains as it is', decided_at = market_now() - (n / 3) * interval '1 minute'";

test("every appeal is reached: those that wait, those of which something is owed, and those decided", async () => {
  await owner.query(
    `insert into dispute_appeals (dispute_id, case_number, appellant_id, role, body, upload_ids, made_at, due_at, taken_by, taken_at)
     select dispute.id, 'APPEAL-' || lpad(n::text, 12, '0'), case when n = 7 then $2::bigint else $3::bigint end, 'buyer', 'words',
       '{}', market_now(), ${soon}, case when n = 7 then $4::bigint end, case when n = 7 then market_now() end
     from (${numbered}) as one
     join disputes dispute on dispute.trade_hash = one.hash`,
    [MANY, another.id, market.buyer.id, ada.id],
  );
  const list = async (query: NonNullable<QueryOf<typeof listDisputeAppeals>>) =>
    (await ada.client.call(listDisputeAppeals, { query })).data;
  const numbers = (rows: readonly DisputeAppealRow[]) => rows.map(({ caseNumber }) => caseNumber);
  const leave = ({ caseNumber }: DisputeAppealRow) =>
    owner.query(
      "update dispute_appeals set outcome = 'upheld', answer = 'it remains', decided_at = market_now() where case_number = $1",
      [caseNumber],
    );
  whole(numbers(await everySlice(list, leave)));
  await owner.query("update dispute_appeals set outcome = null, answer = null, decided_at = null");
  for (const filter of [{ who: another.username }, { taken: "mine" }] as const)
    assert.deepEqual(numbers((await list(filter)).rows), ["APPEAL-000000000007"]);
  await owner.query(
    `update dispute_appeals set ${DECIDED}
     from (select id, row_number() over (order by id) as n from disputes) as place
     where place.id = dispute_id`,
  );
  whole(numbers(await everySlice((after) => list({ queue: "decided", ...after }))));
  assert.deepEqual((await list({ queue: "owed" })).rows, []);
  await owner.query("update dispute_appeals set outcome = 'overturned', compensation_units = 1");
  const owed = await everySlice((after) => list({ queue: "owed", ...after }));
  whole(numbers(owed));
  const times = owed.map(({ decidedAt }) => decidedAt ?? "");
  assert.deepEqual(times, [...times].sort(), "the oldest debt is first");
});

test("every chargeback is reached: those that wait, those of which something is owed, and those decided", async () => {
  await owner.query(
    `insert into chargeback_reports (trade_id, case_number, seller_id, reason, upload_ids, reported_at, due_at, taken_by, taken_at)
     select id, 'CHARGEBACK-' || lpad(n::text, 12, '0'), $2, case when n = 7 then 'card_invalid' else 'account_frozen' end, '{}',
       market_now(), ${soon}, case when n = 7 then $3::bigint end, case when n = 7 then market_now() end
     from (${numbered}) as one`,
    [MANY, market.seller.id, ada.id],
  );
  const list = async (query: NonNullable<QueryOf<typeof listChargebacks>>) =>
    (await ada.client.call(listChargebacks, { query })).data;
  const numbers = (rows: readonly ChargebackRow[]) => rows.map(({ caseNumber }) => caseNumber);
  const leave = ({ caseNumber }: ChargebackRow) =>
    owner.query("update chargeback_reports set due_at = due_at + interval '1 year' where case_number = $1", [
      caseNumber,
    ]);
  const moved = numbers(await everySlice(list, leave));
  assert.deepEqual([moved.length, new Set(moved).size], [MANY + 1, MANY]);
  for (const filter of [{ who: another.username }, { reason: "card_invalid" }, { taken: "mine" }] as const)
    assert.deepEqual(numbers((await list(filter)).rows), ["CHARGEBACK-000000000007"]);
  await owner.query(
    `update chargeback_reports
     set outcome = 'confirmed', answer = 'it was', decided_by = $1, taken_by = $1, compensation_units = 1,
       decided_at = market_now() - (trade_id / 3) * interval '1 second'`,
    [ada.id],
  );
  for (const queue of ["decided", "owed"] as const)
    whole(numbers(await everySlice((after) => list({ queue, ...after }))));
  await owner.query(
    "update chargeback_reports set made_good_at = market_now(), made_good_by = 'buyer' where trade_id <> 1000007",
  );
  assert.deepEqual(numbers((await list({ queue: "owed" })).rows), ["CHARGEBACK-000000000007"]);
});

test("a page of a long queue reads what it shows, wherever it begins", async () => {
  const LONG = 20_000;
  await owner.query(
    `insert into disputes (trade_hash, round, opened_by, opened_by_id, reason_id, body, usd_cents, opened_at, due_at,
       first_look_due_at, evidence_due_at, decision_hours, outcome, decided_at)
     select $2, n + 1, 'buyer', $3, 11, 'words', 100, market_now(), market_now(), market_now(), market_now(), 24,
       case when n % 2 = 0 then 'settled' end, case when n % 2 = 0 then market_now() - n * interval '1 second' end
     from generate_series(1, $1) as n`,
    [LONG, seventh, market.buyer.id],
  );
  await owner.query("analyze disputes");
  for (const state of ["open", "decided"] as const) {
    const { rows } = await owner.query(
      `select (extract(epoch from ${state === "open" ? "due_at" : "decided_at"}) * 1000000)::bigint || '.' || id as place
       from disputes where (outcome is null) = $1 order by id offset 5000 limit 1`,
      [state === "open"],
    );
    for (const after of [undefined, rows[0].place]) {
      const plan = await app.db.read((tx) =>
        planOf(tx, (explaining) => caseRows(explaining, { state, viewerId: ada.id, after, limit: 51 })),
      );
      const read = rowsRead(plan, "disputes");
      assert.ok(read > 0 && read <= 200, `${state} behind ${after}: ${read} rows`);
    }
  }
});
