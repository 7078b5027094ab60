create or replace function own_data_restrictions(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('state', state, 'reason', reason_code, 'case', case_number, 'since', since,
    'reviewAt', review_at, 'liftedAt', lifted_at)::text
  from user_restrictions
  where user_id = person and id > after
  order by id
  limit most
$$;
revoke all on function own_data_restrictions(bigint,bigint,integer) from public;
