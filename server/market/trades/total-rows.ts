/** What is kept of the limits that people have used is what their trades sum to: by a check in full, because it sums them all. */
import { UNFUNDED_STATUSES } from "#contract/market/trades/trade/statuses.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { InvariantCheck } from "../../money/ledger/index.ts";

export const TOTAL_CHECKS: readonly InvariantCheck[] = [
  { id: "I21", find: usesAreDeclared },
  { id: "I21", find: usageIsSummed },
  { id: "I21", find: hoursAreSummed },
  { id: "I21", find: historiesAreCounted },
  { id: "I21", find: runningAreListed },
];

async function usageIsSummed(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ user_id: bigint; kept: string | null; summed: string | null }>`
    select user_id, kept.counted_cents::text as kept, summed.cents::text as summed
    from trade_usage kept
    full join (
      select used.user_id, sum(used.cents)::bigint as cents
      from (
        select side.user_id, cents_for_limits(trades.usd_cents, trades.units, trades.buyer_share_units, trades.status, trades.ended_at) as cents
        from trades
        cross join lateral (values (trades.buyer_id), (trades.seller_id)) as side (user_id)
        union all
        select user_id, cents from limit_uses
      ) as used
      group by used.user_id
    ) as summed using (user_id)
    where coalesce(kept.counted_cents, 0) <> coalesce(summed.cents, 0)
    limit 10`;
  return rows.map(
    (row) => `user ${row.user_id} has used ${row.kept} cents of the limits, their trades sum to ${row.summed}`,
  );
}

/** What products counted is what they say that their users used. */
async function usesAreDeclared(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ kind: string; subject: string }>`
    select kind, subject
    from limit_uses counted
    full join declared_limit_uses() as said using (kind, subject)
    where (counted.user_id, counted.cents) is distinct from (said.user_id, said.cents)
    limit 10`;
  return rows.map(({ kind, subject }) => `${kind} ${subject} counts for limits otherwise than its product says`);
}

/** Of a day, whole hours. */
async function hoursAreSummed(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ user_id: bigint; begins_at: Date }>`
    with day as (select date_bin('1 hour', ${tx.now}::timestamptz - interval '24 hours', '2000-01-01 00:00+00') as hour)
    select user_id, begins_at
    from (
      select user_id, begins_at, cents
      from trade_usage_slots, day
      where begins_at > day.hour
    ) as kept
    full join (
      select used.user_id, date_bin('1 hour', used.begun_at, '2000-01-01 00:00+00') as begins_at, sum(used.cents) as cents
      from (
        select side.user_id, trades.started_at as begun_at,
          cents_for_limits(trades.usd_cents, trades.units, trades.buyer_share_units, trades.status, trades.ended_at) as cents
        from day
        join trades on trades.started_at >= day.hour + interval '1 hour'
        cross join lateral (values (trades.buyer_id), (trades.seller_id)) as side (user_id)
        union all
        select own.user_id, own.begun_at, own.cents
        from day
        join limit_uses own on own.begun_at >= day.hour + interval '1 hour'
      ) as used
      group by 1, 2
    ) as summed using (user_id, begins_at)
    where coalesce(kept.cents, 0) <> coalesce(summed.cents, 0)
    limit 10`;
  return rows.map((row) => `what user ${row.user_id} used of the day differs at ${row.begins_at.toISOString()}`);
}

async function historiesAreCounted(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ user_id: bigint; role: string; crypto: string; status: string }>`
    select user_id, role, crypto, status
    from trade_counts kept
    full join (
      select side.user_id, side.role, trades.crypto, trades.status, count(*)::int as trades
      from trades
      cross join lateral (values (trades.buyer_id, 'buyer'), (trades.seller_id, 'seller')) as side (user_id, role)
      where trades.ended_at is not null
      group by 1, 2, 3, 4
    ) as counted using (user_id, role, crypto, status)
    where coalesce(kept.trades, 0) <> coalesce(counted.trades, 0)
    limit 10`;
  return rows.map(
    (row) => `user ${row.user_id} has another number of ${row.status} ${row.crypto} trades as ${row.role}`,
  );
}

/** What runs is listed with its sides, its window with its end, and what waits for coins; nothing else is. */
async function runningAreListed(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ trade_id: bigint; what: string }>`
    select trade_id, 'running' as what
    from running_trades listed
    full join (select id as trade_id, buyer_id, seller_id from trades where ended_at is null) as open
      using (trade_id, buyer_id, seller_id)
    where listed is null or open is null
    union all
    select trade_id, 'timed' as what
    from trade_timers kept
    full join (select id as trade_id, expires_at from trades where expires_at is not null) as timed
      using (trade_id, expires_at)
    where kept is null or timed is null
    union all
    select trade_id, 'unfunded' as what
    from unfunded_trades listed
    full join (select id as trade_id from trades where status = any(${UNFUNDED_STATUSES})) as waiting using (trade_id)
    where listed is null or waiting is null
    limit 10`;
  return rows.map(({ trade_id, what }) => `trade ${trade_id} is listed as ${what} and is not, or the other way round`);
}
