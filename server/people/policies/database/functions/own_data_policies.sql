create or replace function own_data_policies(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select accepted.id, jsonb_build_object('policy', accepted.policy, 'version', accepted.version, 'acceptedAt', accepted.at)::text
  from policy_acceptances accepted
  where accepted.user_id = person and accepted.id > after
  order by accepted.id
  limit most
$$;
revoke all on function own_data_policies(bigint,bigint,integer) from public;
