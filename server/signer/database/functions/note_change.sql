-- What the trigger says, of the row's user; with a detail where the trigger names one.
create or replace function note_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_activity(coalesce(new.user_id, old.user_id), tg_argv[0], coalesce(tg_argv[1], ''));
  return null;
end $$;
revoke all on function note_change() from public;
