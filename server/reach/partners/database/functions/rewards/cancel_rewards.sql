-- Takes back rewards that nobody claimed, with one journal for each coin and each of the operator's accounts of fees. Returns how many.
create or replace function cancel_rewards(entry_ids bigint[], why text, at timestamp with time zone) returns integer
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  gone bigint[];
  coin record;
begin
  with cancelled as (
    update reward_entries entry
    set status = 'cancelled', why = cancel_rewards.why
    where entry.id = any (entry_ids) and entry.status in ('held', 'open') and entry.reverses is null
    returning entry.id)
  select array_agg(id order by id) into gone from cancelled;
  for coin in
    select entry.currency, entry.purpose, min(entry.id) as first, sum(entry.units)::bigint as units
    from reward_entries entry
    where entry.id = any (gone)
    group by entry.currency, entry.purpose
    order by entry.currency, entry.purpose
  loop
    if (post_each(
      array['reward_cancel'], array[coin.currency || ':' || coin.first], at, array[1],
      array['house:' || coin.currency || ':rewards'], array['house:' || coin.currency || ':' || coin.purpose], array[coin.units]))[1] <> 'posted' then
      raise exception 'the rewards from % on were not taken back', coin.first using errcode = 'check_violation';
    end if;
  end loop;
  return coalesce(cardinality(gone), 0);
end $$;
revoke all on function cancel_rewards(bigint[],text,timestamp with time zone) from public;
