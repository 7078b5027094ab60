/** Recomputes the figures that the listing shows from the trades themselves; so they can never drift for long. */
import type { Tx } from "../../platform/db.ts";

/** Refreshes the given users; their rows exist afterwards. Locks them in id order. */
export async function refreshReputation(tx: Tx, userIds: readonly bigint[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx.rows`
    insert into user_reputation (
      user_id, trades_total, trades_successful, partners_total, month_trades, month_successful,
      release_median_sec, payment_median_sec, first_trade_at)
    select
      wanted.id,
      coalesce(figures.total, 0), coalesce(figures.successful, 0), coalesce(figures.partners, 0),
      coalesce(figures.month_total, 0), coalesce(figures.month_successful, 0),
      figures.release_median, figures.payment_median, figures.first_at
    from (select distinct unnest(${userIds}::bigint[]) as id) as wanted
    left join lateral (
      select
        count(*)::int as total,
        count(*) filter (where is_successful)::int as successful,
        count(distinct partner_id) filter (where is_successful)::int as partners,
        count(*) filter (where at > ${tx.now}::timestamptz - interval '30 days')::int as month_total,
        count(*) filter (where is_successful and at > ${tx.now}::timestamptz - interval '30 days')::int as month_successful,
        (percentile_cont(0.5) within group (order by took_sec) filter (where role = 'seller' and took_sec is not null))::int as release_median,
        (percentile_cont(0.5) within group (order by took_sec) filter (where role = 'buyer' and took_sec is not null))::int as payment_median,
        min(at) filter (where is_successful) as first_at
      from reputation_trades
      where user_id = wanted.id
    ) as figures on true
    order by wanted.id
    on conflict (user_id) do update set
      trades_total = excluded.trades_total,
      trades_successful = excluded.trades_successful,
      partners_total = excluded.partners_total,
      month_trades = excluded.month_trades,
      month_successful = excluded.month_successful,
      release_median_sec = excluded.release_median_sec,
      payment_median_sec = excluded.payment_median_sec,
      first_trade_at = excluded.first_trade_at`;
}
