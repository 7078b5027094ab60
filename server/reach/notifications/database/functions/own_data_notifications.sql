create or replace function own_data_notifications(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('kind', kind, 'subject', subject, 'at', at, 'readAt', read_at)::text
  from notifications
  where user_id = person and id > after
  order by id
  limit most
$$;
revoke all on function own_data_notifications(bigint,bigint,integer) from public;
