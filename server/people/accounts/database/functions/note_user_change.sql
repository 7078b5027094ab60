create or replace function note_user_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_page_changes(array['owner:' || old.username, 'owner:' || new.username]);
  return null;
end $$;
revoke all on function note_user_change() from public;
