-- Adds trades to their sides' figures, below zero takes off. Locks by user, then by slot.
create or replace function add_reputation(users bigint[], ended timestamp with time zone[], trades integer[], successful integer[]) returns void
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
    select one.user_id, (extract(epoch from one.begins_at)::bigint / 14400 % 1024)::smallint as slot, one.begins_at,
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
revoke all on function add_reputation(bigint[],timestamp with time zone[],integer[],integer[]) from public;
