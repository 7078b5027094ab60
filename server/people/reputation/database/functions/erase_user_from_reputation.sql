-- A closed account keeps no badge that staff gave.
create or replace function erase_user_from_reputation(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from badge_changes where user_id = person;
  delete from given_badges where user_id = person;
  select badge_is_due(person)
$$;
revoke all on function erase_user_from_reputation(bigint) from public;
