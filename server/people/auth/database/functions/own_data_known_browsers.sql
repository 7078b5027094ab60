create or replace function own_data_known_browsers(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select numbered.place, numbered.line
  from (
    select row_number() over (order by seen_at, device_hash) as place,
      jsonb_build_object('knownBrowser', encode(device_hash, 'hex'), 'seenAt', seen_at)::text as line
    from known_devices
    where user_id = person
  ) as numbered
  where numbered.place > after
  order by numbered.place
  limit most
$$;
revoke all on function own_data_known_browsers(bigint,bigint,integer) from public;
