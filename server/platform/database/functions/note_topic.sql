create or replace function note_topic() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_page_changes(array[tg_argv[0]]);
  return null;
end $$;
revoke all on function note_topic() from public;
