-- A trade's row was written anew in ten indexes whenever its window ended or it did, because two columns decided what stands in
-- four of them. Timers and the list of what is running are small tables of their own now: of a trade they hold a row while it
-- lasts, and its own row changes no index after it was written. Kept by the database, under the lock of the trade's row.
-- Owned by market/trades.

-- The end of the window that runs.
create table trade_timers (
  trade_id   bigint primary key,
  expires_at timestamptz not null
);
create index trade_timers_by_time on trade_timers (expires_at);

create table running_trades (
  trade_id  bigint primary key,
  buyer_id  bigint not null,
  seller_id bigint not null
);
create index running_trades_of_buyer on running_trades (buyer_id, trade_id);
create index running_trades_of_seller on running_trades (seller_id, trade_id);
grant select on trade_timers, running_trades to parley_web, parley_worker;

-- Nothing is written meanwhile.
lock table trades in share row exclusive mode;
insert into trade_timers (trade_id, expires_at)
select id, expires_at
from trades
where expires_at is not null;
insert into running_trades (trade_id, buyer_id, seller_id)
select id, buyer_id, seller_id
from trades
where ended_at is null;
drop index trades_to_expire, trades_open_of_buyer, trades_open_of_seller;

-- By statement, as before: what is used and counted, and now what runs. Most statements end nothing.
-- Locks what is used, then what is counted, by user; what runs is under the trade's own lock.
create or replace function count_trades() returns trigger language plpgsql security definer
set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  users bigint[];
  begun timestamptz[];
  cents bigint[];
  -- Of trades whose window ended, was set, and set to when; that ended, that began again; whether limits or counts change.
  stopped bigint[];
  timed   bigint[];
  till    timestamptz[];
  ended   bigint[];
  again   bigint[];
  is_used    boolean;
  is_counted boolean;
begin
  if tg_op = 'INSERT' then
    insert into running_trades (trade_id, buyer_id, seller_id)
    select added.id, added.buyer_id, added.seller_id
    from added
    where added.ended_at is null;
    insert into trade_timers (trade_id, expires_at)
    select added.id, added.expires_at
    from added
    where added.expires_at is not null;
    select array_agg(side.user_id), array_agg(added.started_at), array_agg(added.usd_cents)
    into users, begun, cents
    from added
    cross join lateral (values (added.buyer_id), (added.seller_id)) as side (user_id)
    where counts_for_limits(added.status, added.ended_at);
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
  end if;

  select array_agg(added.id) filter (where added.expires_at is null and removed.expires_at is not null),
         array_agg(added.id) filter (where added.expires_at is not null and added.expires_at is distinct from removed.expires_at),
         array_agg(added.expires_at)
           filter (where added.expires_at is not null and added.expires_at is distinct from removed.expires_at),
         array_agg(added.id) filter (where added.ended_at is not null and removed.ended_at is null),
         array_agg(added.id) filter (where added.ended_at is null and removed.ended_at is not null),
         bool_or(counts_for_limits(added.status, added.ended_at) <> counts_for_limits(removed.status, removed.ended_at)
           or (added.usd_cents, added.started_at) <> (removed.usd_cents, removed.started_at)),
         bool_or((added.ended_at is null) <> (removed.ended_at is null)
           or (added.ended_at is not null and added.status <> removed.status))
  into stopped, timed, till, ended, again, is_used, is_counted
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

  if is_used then
    select array_agg(side.user_id), array_agg(side.started_at), array_agg(side.cents)
    into users, begun, cents
    from added
    join removed on removed.id = added.id
    cross join lateral (values
      (added.buyer_id, added.started_at, added.usd_cents * counts_for_limits(added.status, added.ended_at)::int),
      (added.seller_id, added.started_at, added.usd_cents * counts_for_limits(added.status, added.ended_at)::int),
      (removed.buyer_id, removed.started_at, -removed.usd_cents * counts_for_limits(removed.status, removed.ended_at)::int),
      (removed.seller_id, removed.started_at, -removed.usd_cents * counts_for_limits(removed.status, removed.ended_at)::int)
    ) as side (user_id, started_at, cents)
    where counts_for_limits(added.status, added.ended_at) <> counts_for_limits(removed.status, removed.ended_at)
       or (added.usd_cents, added.started_at) <> (removed.usd_cents, removed.started_at);
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

-- After an outage: what has a window is found by its timer.
create or replace function extend_deadlines(seconds int, at timestamptz)
returns table (id bigint, hash text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform assert_now(at);
  if seconds is null or seconds < 0 then raise exception 'deadlines only move later' using errcode = 'check_violation'; end if;
  -- In id order, as everybody locks them; what ended meanwhile has no window any more.
  perform 1
  from trades trade
  where trade.id = any (array(select timer.trade_id from trade_timers timer))
  order by trade.id
  for update;
  return query
    with moved as (
      update trades
      set expires_at = trades.expires_at + make_interval(secs => seconds), version = trades.version + 1
      where trades.id = any (array(select timer.trade_id from trade_timers timer)) and trades.expires_at is not null
      returning trades.id, trades.hash, trades.status
    ), noted as (
      insert into trade_transitions (trade_id, verb, actor, status, note, at)
      select moved.id, 'outage', 'platform', moved.status, seconds || ' seconds', extend_deadlines.at
      from moved
    )
    select moved.id, moved.hash from moved;
end $$;

-- What is counted of trades names people that the trade itself names: each was compared with the table of users when it began.
alter table reputation_trades drop constraint reputation_trades_user_id_fkey, drop constraint reputation_trades_partner_id_fkey;
alter table trading_pairs drop constraint trading_pairs_user_id_fkey, drop constraint trading_pairs_partner_id_fkey;
