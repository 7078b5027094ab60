-- Counts the values of orders that were posted against the trading sessions and the keys that allowed them.
create or replace function count_spot_values(made spot_orders[], outcomes text[], cents bigint[], at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp set enable_seqscan = 'off' set enable_hashjoin = 'off' set enable_mergejoin = 'off' set plan_cache_mode = 'force_generic_plan' as $$
declare
  today date := (count_spot_values.at at time zone 'utc')::date;
begin
  update spot_sessions open
  set day = today, used_usd_cents = case when open.day = today then open.used_usd_cents else 0 end + counted.cents
  from (
    select one.session_id, sum(count_spot_values.cents[one.ordinality])::bigint as cents
    from unnest(made) with ordinality as one
    where one.session_id is not null and outcomes[one.ordinality] = 'posted'
    group by one.session_id
  ) as counted
  where open.id = counted.session_id;
  perform count_key_values(
    array_agg(one.key_id order by one.ordinality), array_agg(count_spot_values.cents[one.ordinality] order by one.ordinality), count_spot_values.at)
  from unnest(made) with ordinality as one
  where one.key_id is not null and outcomes[one.ordinality] = 'posted'
  having count(*) > 0;
end $$;
revoke all on function count_spot_values(spot_orders[],text[],bigint[],timestamp with time zone) from public;
