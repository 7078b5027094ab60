-- What somebody has used of the limits of their level was summed over all their trades at each start. It is kept by the
-- database as trades begin and end: what counts in a lifetime as one sum, what began lately by hours. Open
-- trades are read from the trades themselves. Owned by market/trades.

-- In cents of the dollar, of trades that are open or went well, on either side of them.
create table trade_usage (
  user_id       bigint primary key references users,
  counted_cents bigint not null
) with (fillfactor = 70);

-- A ring: an hour takes the row of the one 32 hours before it, so the table does not grow with time.
create table trade_usage_slots (
  user_id   bigint      not null references users,
  slot      smallint    not null check (slot between 0 and 31),
  begins_at timestamptz not null,
  cents     bigint      not null,
  primary key (user_id, slot),
  check (begins_at = date_bin('1 hour', begins_at, '2000-01-01 00:00+00'))
) with (fillfactor = 70);
grant select on trade_usage, trade_usage_slots to parley_web, parley_worker;

-- Pages of a history say how many there are: of trades that are over by what the filters ask for, counted as they end. Those that
-- are open are few and are counted as they are.
create table trade_counts (
  user_id bigint not null references users,
  role    text   not null check (role in ('buyer', 'seller')),
  crypto  text   not null,
  status  text   not null,
  trades  int    not null,
  primary key (user_id, role, crypto, status)
) with (fillfactor = 70);
grant select on trade_counts to parley_web, parley_worker;

-- Whether a trade uses its sides' limits: while it is open, and for ever when it went well.
create function counts_for_limits(status text, ended_at timestamptz) returns boolean language sql immutable as $$
  select ended_at is null or status in ('released', 'dispute_won_buyer')
$$;

-- Adds to what people have used, by when their trades began; below zero takes off. Locks by user, then by hour.
create function add_usage(users bigint[], begun timestamptz[], cents bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into trade_usage as known (user_id, counted_cents)
  select used.user_id, sum(used.cents)::bigint
  from unnest(users, add_usage.cents) as used (user_id, cents)
  group by used.user_id
  order by used.user_id
  on conflict (user_id) do update
  set counted_cents = known.counted_cents + excluded.counted_cents;
  -- Of two hours that share a row only the later one is kept, whichever comes first.
  insert into trade_usage_slots as known (user_id, slot, begins_at, cents)
  select distinct on (hour.user_id, hour.slot) hour.user_id, hour.slot, hour.begins_at, hour.cents
  from (
    select used.user_id, (extract(epoch from used.begins_at)::bigint / 3600 % 32)::smallint as slot, used.begins_at,
      sum(used.cents)::bigint as cents
    from (
      select one.user_id, date_bin('1 hour', one.begun, '2000-01-01 00:00+00') as begins_at, one.cents
      from unnest(users, begun, add_usage.cents) as one (user_id, begun, cents)
    ) as used
    group by used.user_id, used.begins_at
  ) as hour
  order by hour.user_id, hour.slot, hour.begins_at desc
  on conflict (user_id, slot) do update
  set begins_at = excluded.begins_at,
      cents = excluded.cents + case when known.begins_at = excluded.begins_at then known.cents else 0 end
  where known.begins_at <= excluded.begins_at;
end $$;

-- By statement: `added` and `removed` are the rows as they are and were. Most statements end nothing, and are done at once.
-- Locks what is used, then what is counted, by user.
create function count_trades() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  users bigint[];
  begun timestamptz[];
  cents bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(side.user_id), array_agg(added.started_at), array_agg(added.usd_cents)
    into users, begun, cents
    from added
    cross join lateral (values (added.buyer_id), (added.seller_id)) as side (user_id)
    where counts_for_limits(added.status, added.ended_at);
    if users is not null then perform add_usage(users, begun, cents); end if;
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

  if not exists (
    select
    from added
    join removed on removed.id = added.id
    where (added.ended_at is null) <> (removed.ended_at is null)
      or (added.ended_at is not null and added.status <> removed.status)
      or (added.usd_cents, added.started_at) <> (removed.usd_cents, removed.started_at)
  ) then return null; end if;
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
  if users is not null then perform add_usage(users, begun, cents); end if;
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
  return null;
end $$;
revoke all on function add_usage(bigint[], timestamptz[], bigint[]), count_trades() from public;
create trigger trades_counted_new after insert on trades
  referencing new table as added for each statement execute function count_trades();
create trigger trades_counted_change after update on trades
  referencing old table as removed new table as added for each statement execute function count_trades();

-- Those of before: nothing is written meanwhile.
lock table trades in share row exclusive mode;
select add_usage(array_agg(side.user_id), array_agg(trade.started_at), array_agg(trade.usd_cents))
from trades trade
cross join lateral (values (trade.buyer_id), (trade.seller_id)) as side (user_id)
where counts_for_limits(trade.status, trade.ended_at)
having count(*) > 0;

insert into trade_counts (user_id, role, crypto, status, trades)
select side.user_id, side.role, trade.crypto, trade.status, count(*)
from trades trade
cross join lateral (values (trade.buyer_id, 'buyer'), (trade.seller_id, 'seller')) as side (user_id, role)
where trade.ended_at is not null
group by side.user_id, side.role, trade.crypto, trade.status;

-- Trades of a user by their time, for the edge of the day and for pages of the history; and those that are open.
create index trades_of_buyer_by_time on trades (buyer_id, started_at desc, id desc);
create index trades_of_seller_by_time on trades (seller_id, started_at desc, id desc);
drop index trades_of_buyer, trades_of_seller;
create index trades_open_of_buyer on trades (buyer_id, id desc) where ended_at is null;
create index trades_open_of_seller on trades (seller_id, id desc) where ended_at is null;
drop index trades_open;

do $$
begin
  assert not exists (
    select
    from (
      select side.user_id, sum(trade.usd_cents) as cents
      from trades trade
      cross join lateral (values (trade.buyer_id), (trade.seller_id)) as side (user_id)
      where counts_for_limits(trade.status, trade.ended_at)
      group by side.user_id
    ) as counted
    full join trade_usage kept on kept.user_id = counted.user_id
    where kept.counted_cents is distinct from counted.cents
  ), 'what is kept of the limits is what the trades sum to';
end $$;
