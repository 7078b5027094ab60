-- Adds what was counted to the days of its end and to all days, and takes off what a correction changed. Locks rows by their keys.
create or replace function count_trade_days() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sides  bigint[];
  counts int[];
  ended  timestamptz[];
  well   boolean[];
  deals  bigint[];
  roles  text[];
  tooks  int[];
begin
  if tg_op = 'INSERT' then
    select array_agg(user_id), array_agg(1), array_agg(at), array_agg(is_successful), array_agg(trade_id), array_agg(role),
           array_agg(took_sec)
    into sides, counts, ended, well, deals, roles, tooks
    from added;
  else
    select array_agg(side.user_id), array_agg(side.count), array_agg(side.at), array_agg(side.is_successful),
           array_agg(added.trade_id), array_agg(side.role), array_agg(side.took_sec)
    into sides, counts, ended, well, deals, roles, tooks
    from added
    join removed on removed.user_id = added.user_id and removed.trade_id = added.trade_id
    cross join lateral (values
      (added.user_id, 1, added.at, added.is_successful, added.role, added.took_sec),
      (removed.user_id, -1, removed.at, removed.is_successful, removed.role, removed.took_sec)
    ) as side (user_id, count, at, is_successful, role, took_sec)
    where (added.at, added.is_successful, added.took_sec) is distinct from (removed.at, removed.is_successful, removed.took_sec);
  end if;
  if sides is null then return null; end if;
  insert into trade_days as known (user_id, day, role, crypto, bucket, trades, successful, units, usd_cents)
  select side.user_id, period.day, side.role, trade.crypto, time_bucket(side.took_sec), sum(side.count), sum(side.count * side.well::int),
         sum(side.count * side.well::int * moved.units),
         sum(side.count * side.well::int * div(trade.usd_cents::numeric * moved.units, trade.units))
  from unnest(sides, counts, ended, well, deals, roles, tooks) as side (user_id, count, at, well, trade_id, role, took_sec)
  cross join lateral (select * from trades where id = side.trade_id offset 0) as trade
  cross join lateral (select coalesce(trade.buyer_share_units, trade.units) as units) as moved
  cross join lateral (values ((side.at at time zone 'UTC')::date), ('-infinity'::date)) as period (day)
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (user_id, day, role, crypto, bucket) do update
  set trades = known.trades + excluded.trades, successful = known.successful + excluded.successful,
      units = known.units + excluded.units, usd_cents = known.usd_cents + excluded.usd_cents;
  return null;
end $$;
revoke all on function count_trade_days() from public;
