-- By statement: what trades use of limits, and how many ended how. Most statements change neither. Locks what is used, then what is counted,
-- by user.
create or replace function count_trades() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = 'off' set enable_hashjoin = 'on' set enable_mergejoin = 'off' set plan_cache_mode = 'force_generic_plan' set enable_nestloop = 'off' as $$
declare
  users bigint[];
  begun timestamptz[];
  cents bigint[];
  is_used    boolean;
  is_counted boolean;
begin
  select bool_or(added.started_at <> removed.started_at or cents_for_limits(added.usd_cents, added.units, added.buyer_share_units, added.status, added.ended_at)
           <> cents_for_limits(removed.usd_cents, removed.units, removed.buyer_share_units, removed.status, removed.ended_at)),
         bool_or((added.ended_at is null) <> (removed.ended_at is null)
           or (added.ended_at is not null and added.status <> removed.status))
  into is_used, is_counted
  from added
  join removed on removed.id = added.id;
  if is_used then
    select array_agg(side.user_id), array_agg(side.started_at), array_agg(side.cents)
    into users, begun, cents
    from (
      select added.id, added.buyer_id, added.seller_id, added.started_at, removed.started_at as began_before,
        cents_for_limits(added.usd_cents, added.units, added.buyer_share_units, added.status, added.ended_at) as now,
        cents_for_limits(removed.usd_cents, removed.units, removed.buyer_share_units, removed.status, removed.ended_at) as before
      from added
      join removed on removed.id = added.id
    ) as trade
    cross join lateral (values
      (trade.buyer_id, trade.started_at, trade.now),
      (trade.seller_id, trade.started_at, trade.now),
      (trade.buyer_id, trade.began_before, -trade.before),
      (trade.seller_id, trade.began_before, -trade.before)
    ) as side (user_id, started_at, cents)
    where trade.now <> trade.before or trade.started_at <> trade.began_before;
    perform add_usage(users, begun, cents);
  end if;
  if is_counted then
    insert into trade_counts as known (user_id, role, crypto, status, trades)
    select side.user_id, side.role, step.crypto, step.status, sum(step.trades)
    from (
      select added.buyer_id, added.seller_id, added.crypto, added.status, 1 as trades
      from added
      join removed on removed.id = added.id
      where added.ended_at is not null and (removed.ended_at is null or removed.status <> added.status)
      union all
      select removed.buyer_id, removed.seller_id, removed.crypto, removed.status, -1
      from added
      join removed on removed.id = added.id
      where removed.ended_at is not null and (added.ended_at is null or removed.status <> added.status)
    ) as step
    cross join lateral (values (step.buyer_id, 'buyer'), (step.seller_id, 'seller')) as side (user_id, role)
    group by side.user_id, side.role, step.crypto, step.status
    order by side.user_id, side.role, step.crypto, step.status
    on conflict (user_id, role, crypto, status) do update
    set trades = known.trades + excluded.trades;
  end if;
  return null;
end $$;
revoke all on function count_trades() from public;
