create or replace function erase_badge_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from badge_changes change where change.user_id = new.user_id;
  return null;
end $$;
revoke all on function erase_badge_changes() from public;
