create or replace function own_data_addresses(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('coin', currency, 'chain', chain, 'address', address, 'createdAt', created_at)::text
  from wallet_addresses
  where user_id = person and id > after
  order by id
  limit most
$$;
revoke all on function own_data_addresses(bigint,bigint,integer) from public;
