create or replace function note_viewers() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_page_changes(array(
    select 'viewer:' || one.user_id
    from (
      select distinct to_jsonb(touched) ->> tg_argv[0] as user_id
      from touched
      limit 2001
    ) as one));
  return null;
end $$;
revoke all on function note_viewers() from public;
