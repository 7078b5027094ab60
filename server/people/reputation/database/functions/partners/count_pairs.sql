-- Counts trades for the pairs of people who ended them, for count_endings: those that were counted before are not counted again.
create or replace function count_pairs(users bigint[], partners bigint[], went_well boolean[], ends timestamp with time zone[], counted timestamp with time zone[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into trading_pairs as known (user_id, partner_id, trades, successful, last_at)
  select one.user_id, one.partner_id, count(*), count(*) filter (where one.is_well), max(one.ended_at)
  from unnest(users, partners, went_well, ends, counted) as one (user_id, partner_id, is_well, ended_at, counted_at)
  where one.counted_at is null
  group by one.user_id, one.partner_id
  order by one.user_id, one.partner_id
  on conflict (user_id, partner_id) do update
  set trades = known.trades + excluded.trades, successful = known.successful + excluded.successful,
      last_at = greatest(known.last_at, excluded.last_at);
end $$;
revoke all on function count_pairs(bigint[],bigint[],boolean[],timestamp with time zone[],timestamp with time zone[]) from public;
