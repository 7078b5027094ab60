create or replace function erase_user_from_api_keys(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from api_keys where user_id = person
$$;
revoke all on function erase_user_from_api_keys(bigint) from public;
