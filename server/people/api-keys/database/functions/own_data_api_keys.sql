create or replace function own_data_api_keys(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('name', name, 'reads', scopes, 'networks', networks, 'madeAt', created_at, 'endsAt', expires_at,
    'lastUsedAt', last_used_at, 'markets', markets, 'dayUsdCents', day_usd_cents::text)::text
  from api_keys
  where user_id = person and id > after
  order by id
  limit most
$$;
revoke all on function own_data_api_keys(bigint,bigint,integer) from public;
