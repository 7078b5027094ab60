create or replace function own_data_activity(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('kind', kind, 'detail', detail, 'at', at, 'times', times, 'address', ip,
    'browser', user_agent)::text
  from account_activity
  where user_id = person and id > after
  order by id
  limit most
$$;
revoke all on function own_data_activity(bigint,bigint,integer) from public;
