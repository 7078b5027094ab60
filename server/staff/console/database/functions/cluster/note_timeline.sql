-- Keeps the database's timeline with the one that was seen last, once, where they differ. Returns whether there was one before. It is read here,
-- so no process can invent one.
create or replace function note_timeline() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  here record;
  last record;
begin
  select * into here from timeline_now();
  select known.system_identifier, known.timeline into last from database_timelines known order by known.id desc limit 1;
  if last.system_identifier = here.system_identifier and last.timeline = here.timeline then return false; end if;
  lock table database_timelines in share row exclusive mode;
  select known.system_identifier, known.timeline into last from database_timelines known order by known.id desc limit 1;
  if last.system_identifier = here.system_identifier and last.timeline = here.timeline then return false; end if;
  insert into database_timelines (system_identifier, timeline, timeline_before, seen_at)
  values (
    here.system_identifier, here.timeline,
    case when last.system_identifier = here.system_identifier then last.timeline end, clock_timestamp());
  delete from database_timelines old
  where old.id <= (select known.id from database_timelines known order by known.id desc offset 300 limit 1);
  return last.timeline is not null;
end $$;
revoke all on function note_timeline() from public;
grant execute on function note_timeline() to parley_worker;
