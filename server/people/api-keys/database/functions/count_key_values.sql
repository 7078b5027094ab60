-- Counts the values of orders against the keys that placed them. The caller has asked spot_key_room, with the keys locked.
create or replace function count_key_values(key_ids bigint[], cents bigint[], at timestamp with time zone) returns void
language sql set search_path = public, pg_temp as $$
  update api_keys known
  set day = (count_key_values.at at time zone 'utc')::date,
      used_usd_cents = counted.cents + case when known.day = (count_key_values.at at time zone 'utc')::date then known.used_usd_cents else 0 end
  from (
    select one.key_id, sum(one.cents)::bigint as cents
    from unnest(count_key_values.key_ids, count_key_values.cents) as one (key_id, cents)
    group by one.key_id
  ) as counted
  where known.id = counted.key_id
$$;
revoke all on function count_key_values(bigint[],bigint[],timestamp with time zone) from public;
