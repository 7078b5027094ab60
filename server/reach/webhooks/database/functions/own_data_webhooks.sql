create or replace function own_data_webhooks(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('url', url, 'events', events, 'madeAt', created_at, 'verifiedAt', verified_at,
    'isEnabled', is_enabled)::text
  from webhook_endpoints
  where user_id = person and id > after
  order by id
  limit most
$$;
revoke all on function own_data_webhooks(bigint,bigint,integer) from public;
