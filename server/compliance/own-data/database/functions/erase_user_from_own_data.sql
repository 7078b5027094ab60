create or replace function erase_user_from_own_data(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from data_exports where user_id = person
$$;
revoke all on function erase_user_from_own_data(bigint) from public;
