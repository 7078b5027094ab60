-- Of what many rows changed at once, only the first three thousand were looked at, and then each user once: where these were
-- of few users, those of the others stayed signed in for up to a minute. Users are told apart first; beyond two thousand of them,
-- everything has changed. Owned by platform.
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
