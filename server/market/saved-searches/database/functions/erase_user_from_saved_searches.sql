create or replace function erase_user_from_saved_searches(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from saved_searches where user_id = person
$$;
revoke all on function erase_user_from_saved_searches(bigint) from public;
