-- The timeline of the primary: each promotion of a standby begins a new one. Not in the control file until the next checkpoint, but in the
-- names of the files of the log at once.
create or replace function timeline_now(out system_identifier bigint, out timeline integer) returns record
language sql stable set search_path = public, pg_temp as $$
  select (select here.system_identifier from pg_control_system() here),
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
$$;
revoke all on function timeline_now() from public;
grant execute on function timeline_now() to parley_web, parley_worker;
