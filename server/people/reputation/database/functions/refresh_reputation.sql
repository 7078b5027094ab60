-- What the listing shows of traders, from what is kept of each: a few rows, however many trades. Their rows exist afterwards, and are
-- locked in the order of their ids. A month is thirty days to the moment: whole slots of four hours, and of the slot in which it
-- began the trades that belong to it. The usual time of a user is the median of their newest two hundred trades in a role.
create or replace function refresh_reputation(user_ids bigint[], now_at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
#variable_conflict use_column
begin
  insert into user_reputation (
    user_id, trades_total, trades_successful, partners_total, month_trades, month_successful,
    release_median_sec, payment_median_sec, first_trade_at)
  select
    wanted.id,
    coalesce(total.trades, 0), coalesce(total.successful, 0), coalesce(partner.successful, 0),
    slots.trades + edge.trades, slots.successful + edge.successful,
    release.median_sec, payment.median_sec, total.first_at
  from (select distinct unnest(user_ids) as id) as wanted
  cross join (
    select now_at - interval '30 days' as since,
      date_bin('4 hours', now_at - interval '30 days', '2000-01-01 00:00+00') as slot
  ) as month
  left join reputation_totals total on total.user_id = wanted.id
  left join partner_counts partner on partner.user_id = wanted.id
  cross join lateral (
    select coalesce(sum(slot.trades), 0)::int as trades, coalesce(sum(slot.successful), 0)::int as successful
    from reputation_slots slot
    where slot.user_id = wanted.id and slot.begins_at > month.slot
  ) as slots
  cross join lateral (
    select count(*)::int as trades, count(*) filter (where is_successful)::int as successful
    from reputation_trades
    where user_id = wanted.id and role in ('buyer', 'seller') and at > month.since and at < month.slot + interval '4 hours'
  ) as edge
  cross join lateral (
    select (percentile_cont(0.5) within group (order by took_sec))::int as median_sec
    from (
      select took_sec
      from reputation_trades
      where user_id = wanted.id and role = 'seller'
      order by at desc
      limit 200
    ) as newest
  ) as release
  cross join lateral (
    select (percentile_cont(0.5) within group (order by took_sec))::int as median_sec
    from (
      select took_sec
      from reputation_trades
      where user_id = wanted.id and role = 'buyer'
      order by at desc
      limit 200
    ) as newest
  ) as payment
  order by wanted.id
  on conflict (user_id) do update set
    trades_total = excluded.trades_total,
    trades_successful = excluded.trades_successful,
    partners_total = excluded.partners_total,
    month_trades = excluded.month_trades,
    month_successful = excluded.month_successful,
    release_median_sec = excluded.release_median_sec,
    payment_median_sec = excluded.payment_median_sec,
    first_trade_at = excluded.first_trade_at;
end $$;
revoke all on function refresh_reputation(bigint[],timestamp with time zone) from public;
grant execute on function refresh_reputation(bigint[],timestamp with time zone) to parley_worker;
