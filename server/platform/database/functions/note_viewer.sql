create or replace function note_viewer() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_page_changes(array['viewer:' || (to_jsonb(new) ->> tg_argv[0])]);
  return null;
end $$;
revoke all on function note_viewer() from public;
