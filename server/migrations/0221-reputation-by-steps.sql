-- A trader's figures were counted over all their trades whenever one of them ended. They are kept as trades are counted and
-- pairs change, by the database; a month by slots of four hours. Medians are of the newest two hundred trades in a role.
-- Owned by people/reputation.

create table reputation_totals (
  user_id    bigint primary key references users,
  trades     int    not null,
  successful int    not null,
  -- The end of the first that went well.
  first_at   timestamptz
) with (fillfactor = 70);

-- With how many others somebody has traded, and with how many of them a trade went well.
create table partner_counts (
  user_id    bigint primary key references users,
  met        int    not null,
  successful int    not null
) with (fillfactor = 70);

-- A ring of 42 days: a slot takes the row of the one 256 slots before it, so the table does not grow with time.
create table reputation_slots (
  user_id    bigint      not null references users,
  slot       smallint    not null check (slot between 0 and 255),
  begins_at  timestamptz not null,
  trades     int         not null,
  successful int         not null,
  primary key (user_id, slot),
  check (begins_at = date_bin('4 hours', begins_at, '2000-01-01 00:00+00'))
) with (fillfactor = 70);
grant select on reputation_totals, partner_counts, reputation_slots to parley_web, parley_worker;

-- Adds trades to their sides' figures, below zero takes off. Locks by user, then by slot.
create function add_reputation(users bigint[], ended timestamptz[], trades int[], successful int[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into reputation_totals as known (user_id, trades, successful, first_at)
  select one.user_id, sum(one.trades), sum(one.successful), min(one.ended) filter (where one.successful > 0)
  from unnest(users, add_reputation.ended, add_reputation.trades, add_reputation.successful)
    as one (user_id, ended, trades, successful)
  group by one.user_id
  order by one.user_id
  on conflict (user_id) do update
  set trades = known.trades + excluded.trades, successful = known.successful + excluded.successful,
      first_at = least(known.first_at, excluded.first_at);
  -- Of two times that share a row only the later one is kept, whichever comes first.
  insert into reputation_slots as known (user_id, slot, begins_at, trades, successful)
  select distinct on (summed.user_id, summed.slot) summed.user_id, summed.slot, summed.begins_at, summed.trades,
    summed.successful
  from (
    select one.user_id, (extract(epoch from one.begins_at)::bigint / 14400 % 256)::smallint as slot, one.begins_at,
      sum(one.trades) as trades, sum(one.successful) as successful
    from (
      select line.user_id, date_bin('4 hours', line.ended, '2000-01-01 00:00+00') as begins_at, line.trades, line.successful
      from unnest(users, add_reputation.ended, add_reputation.trades, add_reputation.successful)
        as line (user_id, ended, trades, successful)
    ) as one
    group by one.user_id, one.begins_at
  ) as summed
  order by summed.user_id, summed.slot, summed.begins_at desc
  on conflict (user_id, slot) do update
  set begins_at = excluded.begins_at,
      trades = excluded.trades + case when known.begins_at = excluded.begins_at then known.trades else 0 end,
      successful = excluded.successful + case when known.begins_at = excluded.begins_at then known.successful else 0 end
  where known.begins_at <= excluded.begins_at;
end $$;

create function count_reputation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  users bigint[];
  ended timestamptz[];
  trades int[];
  successful int[];
begin
  if tg_op = 'INSERT' then
    select array_agg(user_id), array_agg(at), array_agg(1), array_agg(is_successful::int)
    into users, ended, trades, successful
    from added;
  else
    select array_agg(side.user_id), array_agg(side.at), array_agg(side.trades), array_agg(side.successful)
    into users, ended, trades, successful
    from added
    join removed on removed.user_id = added.user_id and removed.trade_id = added.trade_id
    cross join lateral (values
      (added.user_id, added.at, 1, added.is_successful::int),
      (removed.user_id, removed.at, -1, -removed.is_successful::int)
    ) as side (user_id, at, trades, successful)
    where (added.at, added.is_successful) <> (removed.at, removed.is_successful);
  end if;
  if users is null then return null; end if;
  perform add_reputation(users, ended, trades, successful);
  -- What went well and is taken off may have been the first.
  if -1 = any (successful) then
    update reputation_totals
    set first_at = (
      select min(counted.at)
      from reputation_trades counted
      where counted.user_id = reputation_totals.user_id and counted.is_successful)
    where user_id = any (users);
  end if;
  return null;
end $$;
create trigger reputation_counted_new after insert on reputation_trades
  referencing new table as added for each statement execute function count_reputation();
create trigger reputation_counted_change after update on reputation_trades
  referencing old table as removed new table as added for each statement execute function count_reputation();

create function count_partners() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into partner_counts as known (user_id, met, successful)
    select user_id, count(*), count(*) filter (where successful > 0)
    from added
    group by user_id
    order by user_id
    on conflict (user_id) do update
    set met = known.met + excluded.met, successful = known.successful + excluded.successful;
  else
    update partner_counts
    set successful = partner_counts.successful + step.more
    from (
      select added.user_id, sum((added.successful > 0)::int - (removed.successful > 0)::int) as more
      from added
      join removed on removed.user_id = added.user_id and removed.partner_id = added.partner_id
      where (added.successful > 0) <> (removed.successful > 0)
      group by added.user_id
    ) as step
    where partner_counts.user_id = step.user_id;
  end if;
  return null;
end $$;
create trigger partners_counted_new after insert on trading_pairs
  referencing new table as added for each statement execute function count_partners();
create trigger partners_counted_change after update on trading_pairs
  referencing old table as removed new table as added for each statement execute function count_partners();
revoke all on function add_reputation(bigint[], timestamptz[], int[], int[]), count_reputation(), count_partners() from public;

-- Those of before: nothing is written meanwhile.
lock table reputation_trades, trading_pairs in share row exclusive mode;
select add_reputation(array_agg(user_id), array_agg(at), array_agg(1), array_agg(is_successful::int))
from reputation_trades
having count(*) > 0;
insert into partner_counts (user_id, met, successful)
select user_id, count(*), count(*) filter (where successful > 0)
from trading_pairs
group by user_id;

create index reputation_trades_by_role on reputation_trades (user_id, role, at desc);
drop index reputation_trades_by_time;
