/** The SQL of the limits of levels. */
import { SUCCESSFUL_STATUSES } from "#contract/trade-statuses.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";

/** Locks users in id order. */
export async function lockUsers(tx: Tx, userIds: readonly bigint[]): Promise<{ id: bigint; level: number }[]> {
  return tx.rows<{ id: bigint; level: number }>`
    select id, level::float8
    from users
    where id = any(${userIds}::bigint[])
    order by id
    for no key update`;
}

/** What each user's trades sum to, in cents: open, of the last 24 hours, and ever. */
export async function sumsOf(tx: ReadTx, userIds: readonly bigint[]): Promise<UsageRow[]> {
  return tx.rows<UsageRow>`
    select user_id,
      coalesce(sum(usd_cents) filter (where ended_at is null), 0)::bigint as open_cents,
      coalesce(sum(usd_cents) filter (where counts and started_at > ${tx.now}::timestamptz - interval '24 hours'), 0)::bigint as day_cents,
      coalesce(sum(usd_cents) filter (where counts), 0)::bigint as lifetime_cents,
      count(*) filter (where ended_at is null)::int as open_trades
    from (
      select buyer_id as user_id, usd_cents, ended_at, started_at, ended_at is null or status = any(${SUCCESSFUL_STATUSES}) as counts
      from trades
      where buyer_id = any(${userIds}::bigint[])
      union all
      select seller_id, usd_cents, ended_at, started_at, ended_at is null or status = any(${SUCCESSFUL_STATUSES})
      from trades
      where seller_id = any(${userIds}::bigint[])
    ) as mine
    group by user_id`;
}

export type UsageRow = {
  user_id: bigint;
  open_cents: bigint;
  day_cents: bigint;
  lifetime_cents: bigint;
  open_trades: number;
};
