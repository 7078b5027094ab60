create or replace function own_data_sessions(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('createdAt', created_at, 'seenAt', seen_at, 'endedAt', ended_at,
    'expiresAt', expires_at, 'address', ip, 'browser', user_agent)::text
  from sessions
  where user_id = person and id > after
  order by id
  limit most
$$;
revoke all on function own_data_sessions(bigint,bigint,integer) from public;
