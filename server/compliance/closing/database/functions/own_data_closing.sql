create or replace function own_data_closing(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('reason', reason, 'askedAt', asked_at, 'dueAt', due_at, 'withdrawnAt', withdrawn_at)::text
  from account_closures
  where user_id = person and id > after
  order by id
  limit most
$$;
revoke all on function own_data_closing(bigint,bigint,integer) from public;
