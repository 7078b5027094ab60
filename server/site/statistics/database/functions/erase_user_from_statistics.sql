create or replace function erase_user_from_statistics(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from stat_traders where user_id = person
$$;
revoke all on function erase_user_from_statistics(bigint) from public;
