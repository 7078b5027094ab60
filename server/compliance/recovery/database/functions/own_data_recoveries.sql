-- Cases about the person's account. What an asker typed is not in it: it may be another person's.
create or replace function own_data_recoveries(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('case', code, 'status', status, 'startedAt', started_at, 'confirmedAt', confirmed_at,
    'waitsUntil', waits_until, 'endedAt', ended_at)::text
  from account_recoveries
  where user_id = person and id > after
  order by id
  limit most
$$;
revoke all on function own_data_recoveries(bigint,bigint,integer) from public;
