-- Adds to what people have used, by when their trades began; below zero takes off. Locks by user, then by hour.
create or replace function add_usage(users bigint[], begun timestamp with time zone[], cents bigint[]) returns void
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
revoke all on function add_usage(bigint[],timestamp with time zone[],bigint[]) from public;
