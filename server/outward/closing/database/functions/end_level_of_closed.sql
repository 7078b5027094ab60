-- An account that closes has no level by documents any more.
create or replace function end_level_of_closed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set verified_level = null where users.id = new.user_id;
  return null;
end $$;
revoke all on function end_level_of_closed() from public;
