create or replace function erase_user_from_listing(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from offer_favorites where user_id = person
$$;
revoke all on function erase_user_from_listing(bigint) from public;
