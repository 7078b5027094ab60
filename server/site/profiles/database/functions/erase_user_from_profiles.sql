create or replace function erase_user_from_profiles(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  select drop_avatar(person)
$$;
revoke all on function erase_user_from_profiles(bigint) from public;
