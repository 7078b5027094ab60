create or replace function own_data_record_exports(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('format', format, 'profile', profile, 'filters', filters, 'status', status,
    'requestedAt', created_at, 'digest', digest)::text
  from record_exports
  where user_id = person and id > after
  order by id
  limit most
$$;
revoke all on function own_data_record_exports(bigint,bigint,integer) from public;
