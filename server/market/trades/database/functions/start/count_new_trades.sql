-- By statement: what new trades use of limits, what runs, and what had ended already. Locks what is used, then what is counted, by user.
create or replace function count_new_trades() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = 'off' set enable_hashjoin = 'on' set enable_mergejoin = 'off' set plan_cache_mode = 'force_generic_plan' set enable_nestloop = 'off' as $$
declare
  users bigint[];
  begun timestamptz[];
  cents bigint[];
begin
  insert into running_trades (trade_id, buyer_id, seller_id)
  select added.id, added.buyer_id, added.seller_id
  from added
  where added.ended_at is null;
  insert into trade_timers (trade_id, expires_at)
  select added.id, added.expires_at
  from added
  where added.expires_at is not null;
  select array_agg(side.user_id), array_agg(side.started_at), array_agg(side.cents)
  into users, begun, cents
  from added
  cross join lateral (values (added.buyer_id), (added.seller_id)) as of_trade (user_id)
  cross join lateral (
    select of_trade.user_id, added.started_at, cents_for_limits(added.usd_cents, added.units, added.buyer_share_units, added.status, added.ended_at) as cents
  ) as side
  where side.cents > 0;
  if users is not null then perform add_usage(users, begun, cents); end if;
  if not exists (select from added where added.ended_at is not null) then return null; end if;
  insert into trade_counts as known (user_id, role, crypto, status, trades)
  select side.user_id, side.role, added.crypto, added.status, count(*)
  from added
  cross join lateral (values (added.buyer_id, 'buyer'), (added.seller_id, 'seller')) as side (user_id, role)
  where added.ended_at is not null
  group by side.user_id, side.role, added.crypto, added.status
  order by side.user_id, side.role, added.crypto, added.status
  on conflict (user_id, role, crypto, status) do update
  set trades = known.trades + excluded.trades;
  return null;
end $$;
revoke all on function count_new_trades() from public;
