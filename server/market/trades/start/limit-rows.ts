/** The SQL of the limits of levels. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";

/** Locks users in id order. */
export async function lockUsers(tx: Tx, userIds: readonly bigint[]): Promise<{ id: bigint; level: number }[]> {
  return tx.rows<{ id: bigint; level: number }>`
    select id, level::float8
    from users
    where id = any(${userIds}::bigint[])
    order by id
    for no key update`;
}

export async function levelsOf(tx: ReadTx, userIds: readonly bigint[]): Promise<{ id: bigint; level: number }[]> {
  return tx.rows<{ id: bigint; level: number }>`
    select id, level::float8
    from users
    where id = any(${userIds}::bigint[])`;
}

/**
 * What each user's trades sum to, in cents: open, of the last 24 hours, and ever; users without trades are left out.
 * Of the hour in which the day began only a part belongs to it: that part is summed from its trades.
 */
export async function sumsOf(tx: ReadTx, userIds: readonly bigint[]): Promise<UsageRow[]> {
  return tx.rows<UsageRow>`
    select used.user_id, open.cents as open_cents, open.trades as open_trades, used.counted_cents as lifetime_cents,
      (lately.cents + edge.cents)::bigint as day_cents
    from (
      select ${tx.now}::timestamptz - interval '24 hours' as since,
        date_bin('1 hour', ${tx.now}::timestamptz - interval '24 hours', '2000-01-01 00:00+00') as hour
    ) as day
    join trade_usage used on used.user_id = any(${userIds}::bigint[])
    cross join lateral (
      select coalesce(sum(mine.usd_cents), 0)::bigint as cents, count(*)::int as trades
      from (
        select trade.usd_cents
        from running_trades running
        join trades trade on trade.id = running.trade_id
        where running.buyer_id = used.user_id
        union all
        select trade.usd_cents
        from running_trades running
        join trades trade on trade.id = running.trade_id
        where running.seller_id = used.user_id
      ) as mine
    ) as open
    cross join lateral (
      select coalesce(sum(slot.cents), 0) as cents
      from trade_usage_slots slot
      where slot.user_id = used.user_id and slot.begins_at > day.hour
    ) as lately
    cross join lateral (
      select coalesce(sum(cents_for_limits(mine.usd_cents, mine.units, mine.share, mine.status, mine.ended_at)), 0) as cents
      from (
        select usd_cents, units, buyer_share_units as share, status, ended_at
        from trades
        where buyer_id = used.user_id and started_at > day.since and started_at < day.hour + interval '1 hour'
        union all
        select usd_cents, units, buyer_share_units as share, status, ended_at
        from trades
        where seller_id = used.user_id and started_at > day.since and started_at < day.hour + interval '1 hour'
      ) as mine
    ) as edge`;
}

export type UsageRow = {
  user_id: bigint;
  open_cents: bigint;
  day_cents: bigint;
  lifetime_cents: bigint;
  open_trades: number;
};
