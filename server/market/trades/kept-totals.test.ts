// Guards: what is kept of limits and reputation is what a recount says, after any history, also of trades that move at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  isFinal,
  isSuccessful,
  isTimed,
  TRADE_STATUSES,
  type TradeStatus,
} from "#contract/market/trades/trade/statuses.ts";
import { checkInvariants } from "../../money/ledger/index.ts";
import { countEndings, REPUTATION_CHECKS, refreshReputation } from "../../people/reputation/index.ts";
import { aCase } from "../../testing/market/disputes.ts";
import { aMarket, aPerson, start, testApp } from "../../testing/index.ts";
import { assertProperty } from "../../testing/seeds.ts";
import { sumsOf } from "./start/limit-rows.ts";
import { TOTAL_CHECKS } from "./total-rows.ts";

const app = await testApp();
const { owner } = app;
const market = await aMarket(app);
const template = (await start(market)).data.tradeHash;
const people = [market.seller.id, market.buyer.id, (await aPerson(app)).id, (await aPerson(app)).id];

/** As it was counted before anything was kept. */
const recount = async () =>
  (
    await owner.query(
      `select user_id,
         coalesce(sum(usd_cents) filter (where ended_at is null), 0)::bigint as open_cents,
         count(*) filter (where ended_at is null)::int as open_trades,
         coalesce(sum(counts), 0)::bigint as lifetime_cents,
         coalesce(sum(counts) filter (where started_at > market_now() - interval '24 hours'), 0)::bigint as day_cents
       from (
         select side.user_id, usd_cents, ended_at, started_at,
           case
             when buyer_share_units is not null then ceil(usd_cents::numeric * buyer_share_units / units)
             when ended_at is null or status in ('released', 'dispute_won_buyer', 'chargeback_started', 'chargeback_paid') then usd_cents
             else 0
           end as counts
         from trades, lateral (values (buyer_id), (seller_id)) as side (user_id)
       ) as mine
       group by user_id
       order by user_id`,
    )
  ).rows.map((row) => ({ ...row, user_id: BigInt(row.user_id) }));

const refigure = async () =>
  (
    await owner.query(
      `select user_id, count(*)::int as trades_total, count(*) filter (where is_successful)::int as trades_successful,
         count(distinct partner_id) filter (where is_successful)::int as partners_total,
         count(*) filter (where at > market_now() - interval '30 days')::int as month_trades,
         count(*) filter (where is_successful and at > market_now() - interval '30 days')::int as month_successful,
         min(at) filter (where is_successful) as first_trade_at
       from reputation_trades
       group by user_id
       order by user_id`,
    )
  ).rows;

async function assertKept(): Promise<void> {
  const sums = await app.db.tx((tx) => sumsOf(tx, people));
  const kept = sums
    .map((row) => ({
      ...row,
      open_cents: String(row.open_cents),
      lifetime_cents: String(row.lifetime_cents),
      day_cents: String(row.day_cents),
    }))
    .sort((a, b) => Number(a.user_id - b.user_id));
  assert.deepEqual(
    kept.map((row) => [row.user_id, row.open_cents, row.open_trades, row.lifetime_cents, row.day_cents]),
    (await recount()).map((row) => [row.user_id, row.open_cents, row.open_trades, row.lifetime_cents, row.day_cents]),
  );
  const figures = await refigure();
  await app.dbs.worker.tx((tx) => refreshReputation(tx, people));
  const { rows } = await owner.query(
    `select user_id, trades_total, trades_successful, partners_total, month_trades, month_successful, first_trade_at
     from user_reputation
     where user_id = any($1)
     order by user_id`,
    [figures.map(({ user_id }) => user_id)],
  );
  assert.deepEqual(rows, figures);
  assert.deepEqual(await app.db.tx((tx) => checkInvariants(tx, [...TOTAL_CHECKS, ...REPUTATION_CHECKS])), []);
}

type Begin = { seller: number; buyer: number; cents: number; minutesAgo: number };

/** Any number of trades in one statement. */
async function begin(trades: readonly Begin[]): Promise<void> {
  await app.ownerPorts.db.tx(
    (tx) => tx.rows`
      insert into trades overriding system value
      select copy.*
      from trades kept
      cross join jsonb_to_recordset(${JSON.stringify(trades)}::jsonb) as one (seller int, buyer int, cents int, "minutesAgo" int)
      cross join lateral jsonb_populate_record(kept, jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('trades', 'id')), 'hash', gen_random_uuid(), 'receipt_uuid', gen_random_uuid(),
        'usd_cents', one.cents, 'started_at', market_now() - make_interval(mins => one."minutesAgo"),
        'seller_id', (${people}::bigint[])[one.seller], 'buyer_id', (${people}::bigint[])[one.buyer],
        'owner_id', (${people}::bigint[])[one.seller], 'starter_id', (${people}::bigint[])[one.buyer])) as copy
      where kept.hash = ${template}`,
  );
}

/** Every third trade or so moves, and what has ended is counted. */
async function move({ status, share, hoursAgo, divides }: Move): Promise<void> {
  const ends = isFinal(status);
  await app.ownerPorts.db.tx(async (tx) => {
    const rows = await tx.rows<{ id: bigint }>`
      with moving as (
        select id
        from trades
        where hash <> ${template} and id % 3 = ${share} and (ended_at is null or not ${ends}::boolean)
          and status not in ('released', 'dispute_won_buyer')
        order by id
        for update
      )
      update trades
      set status = ${status},
          buyer_share_units = case when ${divides}::boolean then
            case ${status} when 'dispute_won_buyer' then units * 2 / 3 when 'dispute_won_seller' then units / 3 end end,
          ended_at = case when ${ends}::boolean then market_now() - make_interval(hours => ${hoursAgo}::int) end,
          expires_at = case when ${isTimed(status)}::boolean then market_now() + make_interval(hours => ${hoursAgo}::int) end
      from moving
      where trades.id = moving.id
      returning trades.id`;
    countEndings(
      tx,
      rows.map(({ id }) => id),
    );
  });
}

type Move = {
  readonly status: TradeStatus;
  readonly share: number;
  readonly hoursAgo: number;
  readonly divides: boolean;
};

const side = fc.constantFrom([1, 2], [2, 1], [1, 3], [3, 4], [4, 1], [2, 4]);
const begun = fc.record({
  sides: side,
  cents: fc.nat(90_000),
  minutesAgo: fc.oneof(fc.integer({ min: 1420, max: 1460 }), fc.nat(1439), fc.nat(80_000)),
});
const step = fc.oneof(
  fc.record({ begins: fc.array(begun, { minLength: 1, maxLength: 8 }) }),
  fc.record({
    moves: fc.record({
      status: fc.constantFrom<TradeStatus[]>(
        "released",
        "cancelled_buyer",
        "expired",
        "dispute_won_buyer",
        "dispute_won_seller",
        "active_funded",
        "paid",
      ),
      share: fc.nat(2),
      divides: fc.boolean(),
      hoursAgo: fc.oneof(fc.nat(10), fc.integer({ min: 715, max: 725 }), fc.nat(2000)),
    }),
  }),
);

test("after any history what is kept is what a recount says, also when several move at once", async (t) => {
  await assertProperty(
    t,
    "kept-totals",
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 6 }), async (rounds) => {
      for (const steps of rounds)
        await Promise.all(
          steps.map((one) =>
            "begins" in one
              ? begin(one.begins.map(({ sides: [seller = 1, buyer = 2], ...rest }) => ({ seller, buyer, ...rest })))
              : move(one.moves),
          ),
        );
      await assertKept();
    }),
    { numRuns: 25 },
  );
});

test("a division counts for the limits of both sides with what went over, with either winner", async () => {
  const mine = await aMarket(app);
  const used = async () =>
    (await app.db.tx((tx) => sumsOf(tx, [mine.buyer.id, mine.seller.id]))).map((row) => [
      Number(row.lifetime_cents),
      Number(row.day_cents),
    ]);
  let [lifetime, day] = [0, 0];
  for (const [percent, winner] of [
    [30n, "seller"],
    [70n, "buyer"],
  ] as const) {
    const { hash, share, decide } = await aCase(mine, percent);
    assert.equal((await decide({ winner, buyer_share_units: String(share) })).code, "");
    const { rows } = await owner.query("select usd_cents, units from trades where hash = $1", [hash]);
    const gone = Math.ceil((Number(rows[0].usd_cents) * Number(share)) / Number(rows[0].units));
    assert.ok(gone > 0 && gone < Number(rows[0].usd_cents));
    [lifetime, day] = [lifetime + gone, day + gone];
    assert.deepEqual(await used(), [
      [lifetime, day],
      [lifetime, day],
    ]);
  }
  assert.deepEqual(await app.db.tx((tx) => checkInvariants(tx, TOTAL_CHECKS)), []);
});

test("of every status the database says whether it uses the limits as the contract does", async () => {
  for (const status of TRADE_STATUSES)
    for (const ended of [true, false]) {
      const { rows } = await owner.query("select counts_for_limits($1, case when $2 then market_now() end) as counts", [
        status,
        ended,
      ]);
      assert.equal(rows[0].counts, !ended || isSuccessful(status), `${status} ${ended}`);
    }
});

test("nobody but the database writes what is kept", async () => {
  for (const login of ["web", "worker", "chain"] as const)
    for (const statement of [
      "update trade_usage set counted_cents = 0",
      "delete from trade_usage_slots",
      "delete from running_trades",
      "update trade_timers set expires_at = expires_at + interval '1 day'",
      "update reputation_totals set trades = 1000",
      "insert into reputation_slots (user_id, slot, begins_at, trades, successful) values (1, 1, '2000-01-01', 1, 1)",
      "update partner_counts set successful = 9",
      "select add_usage('{1}', '{2026-01-01}', '{-1}')",
      "select add_reputation('{1}', '{2026-01-01}', '{1}', '{1}')",
    ]) {
      const client = await app.dbs[login].connect();
      await assert.rejects(client.query(statement), { code: "42501" }, `${login}: ${statement}`);
      await client.end();
    }
});
