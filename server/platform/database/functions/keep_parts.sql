-- Makes the parts of what is to come and drops those that are over: weeks of events after four more weeks, days of live
-- messages after 48 more hours. A week with an event that was not delivered, or was put aside, stays as it is. False when
-- another lock prevented it: others never wait long behind this, and the job tries again.
create or replace function keep_parts(parent text) returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  days int := case parent when 'events' then 7 when 'live_messages' then 1 end;
  keep interval := case parent when 'events' then interval '28 days' when 'live_messages' then interval '48 hours' end;
  begins timestamptz := part_begin(clock_timestamp(), days);
  old_part text;
  is_held boolean := false;
begin
  if days is null then
    raise exception '% is not kept by time', parent using errcode = 'check_violation';
  end if;
  for step in 0..2 loop
    perform make_part(parent, begins + make_interval(days => days * step), begins + make_interval(days => days * (step + 1)));
  end loop;
  for old_part in
    select child.relname
    from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = parent::regclass and child.relname ~ '_[0-9]{8}$'
      and to_date(right(child.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' + make_interval(days => days) + keep
        <= clock_timestamp()
    order by child.relname
  loop
    if parent = 'events' then
      -- Written as the two indexes are, so that a week of delivered events is not scanned.
      execute format(
        'select exists (select from %1$I where dispatched_at is null and attempts < 8)
           or exists (select from %1$I where dispatched_at is null and attempts >= 8)', old_part) into is_held;
    end if;
    if not is_held then
      execute format('drop table %I', old_part);
    end if;
  end loop;
  return true;
exception when lock_not_available then
  return false;
end $$;
revoke all on function keep_parts(text) from public;
grant execute on function keep_parts(text) to parley_worker;
