-- Who somebody is, as every call and page of theirs asks: processes keep it, and drop it when it changes. One more topic:
-- viewer:<id of the user>, where a session ends or gets another token or end, a restriction or a role comes or goes, or what
-- calls are decided by changes in the account. That somebody was seen is none of it. Where the market's clock is moved,
-- everything is another time's. Owned by platform.

create function note_viewers() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_page_changes(array(
    select distinct 'viewer:' || user_id
    from (
      select to_jsonb(touched) ->> tg_argv[0] as user_id
      from (select * from touched limit 3000) as touched
    ) as one));
  return null;
end $$;

create function note_viewer() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_page_changes(array['viewer:' || (to_jsonb(new) ->> tg_argv[0])]);
  return null;
end $$;

-- By column, because a session is touched every minute, and so is its user.
create trigger viewers_of_sessions
  after update of token_hash, token_at, user_id, expires_at, ended_at, idle_hours
  on sessions for each row execute function note_viewer('user_id');
create trigger viewers_of_gone_sessions after delete on sessions
  referencing old table as touched for each statement execute function note_viewers('user_id');
create trigger viewers_of_users
  after update of external_id, username, country_iso, is_demo, granted_level, email_confirmed_at
  on users for each row execute function note_viewer('id');
create trigger viewers_of_new_roles after insert on user_roles
  referencing new table as touched for each statement execute function note_viewers('user_id');
create trigger viewers_of_roles after update on user_roles
  referencing new table as touched for each statement execute function note_viewers('user_id');
create trigger viewers_of_gone_roles after delete on user_roles
  referencing old table as touched for each statement execute function note_viewers('user_id');
create trigger viewers_of_new_restrictions after insert on user_restrictions
  referencing new table as touched for each statement execute function note_viewers('user_id');
create trigger viewers_of_restrictions after update on user_restrictions
  referencing new table as touched for each statement execute function note_viewers('user_id');
create trigger viewers_of_gone_restrictions after delete on user_restrictions
  referencing old table as touched for each statement execute function note_viewers('user_id');
create trigger everything_at_another_time after update on market_clock
  for each statement execute function note_topic('everything');

revoke all on function note_viewers(), note_viewer() from public;
