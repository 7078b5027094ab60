-- What is kept of cases about somebody's account. What an asker typed is not in it: it may be somebody else's.
create or replace function export_recoveries(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select one.id, jsonb_build_object('case', one.code, 'status', one.status, 'startedAt', one.started_at,
    'confirmedAt', one.confirmed_at, 'waitsUntil', one.waits_until, 'endedAt', one.ended_at)::text
  from data_exports waiting
  join account_recoveries one on one.user_id = waiting.user_id
  where waiting.id = export_recoveries.export_id and waiting.made_at is null and one.id > export_recoveries.after
  order by one.id
  limit export_recoveries.most
$$;
revoke all on function export_recoveries(bigint,bigint,integer) from public;
grant execute on function export_recoveries(bigint,bigint,integer) to parley_worker;
