create or replace function own_data_social(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('provider', provider, 'issuer', issuer, 'account', hint, 'connectedAt', connected_at)::text
  from social_accounts
  where user_id = person and id > after
  order by id
  limit most
$$;
revoke all on function own_data_social(bigint,bigint,integer) from public;
