-- By statement: the timers of trades whose window ended or was set, and which of them run. It is under the trades' own locks.
create or replace function time_trades() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = 'off' set enable_hashjoin = 'on' set enable_mergejoin = 'off' set plan_cache_mode = 'force_generic_plan' set enable_nestloop = 'off' as $$
declare
  -- Of trades whose window ended, was set, and set to when; that ended, that began again.
  stopped bigint[];
  timed   bigint[];
  till    timestamptz[];
  ended   bigint[];
  again   bigint[];
begin
  select array_agg(added.id) filter (where added.expires_at is null and removed.expires_at is not null),
         array_agg(added.id) filter (where added.expires_at is not null and added.expires_at is distinct from removed.expires_at),
         array_agg(added.expires_at)
           filter (where added.expires_at is not null and added.expires_at is distinct from removed.expires_at),
         array_agg(added.id) filter (where added.ended_at is not null and removed.ended_at is null),
         array_agg(added.id) filter (where added.ended_at is null and removed.ended_at is not null)
  into stopped, timed, till, ended, again
  from added
  join removed on removed.id = added.id;
  if stopped is not null then delete from trade_timers where trade_id = any (stopped); end if;
  if timed is not null then
    insert into trade_timers as kept (trade_id, expires_at)
    select one.id, one.till
    from unnest(timed, till) as one (id, till)
    on conflict (trade_id) do update
    set expires_at = excluded.expires_at;
  end if;
  if ended is not null then delete from running_trades where trade_id = any (ended); end if;
  if again is not null then
    insert into running_trades (trade_id, buyer_id, seller_id)
    select added.id, added.buyer_id, added.seller_id
    from added
    where added.id = any (again);
  end if;
  return null;
end $$;
revoke all on function time_trades() from public;
