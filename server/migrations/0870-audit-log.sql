-- Administrators read in the console what staff did. A page of it goes by number, by one act, one member of staff, or what it is
-- about; times are looked up first. The words of acts name people: who opens them says why, and that stands in the chain.
-- Owned by market/disputes (staff_acts) and outward/staff.

-- The username, offer, trade or setting that an act is about stands first.
create function act_about(subject text) returns text
language sql immutable set search_path = public, pg_temp as $$
  select lower(substring(subject from '^[^:= ]+'))
$$;
create index staff_acts_by_act on staff_acts (act, id);
create index staff_acts_by_staff on staff_acts (staff_id, act, id);
create index staff_acts_of_staff on staff_acts (staff_id, id);
create index staff_acts_about on staff_acts (act_about(subject), id);
create index staff_acts_by_time on staff_acts (at, id);
create index staff_acts_readings on staff_acts (staff_id, at) where act = 'audit.read';

-- Who opens the words of which acts, and why. Outcomes: noted; not_admin; budget where they have opened as many pages as they may
-- look people up in a day.
create function note_audit_reading(staff_id bigint, acts bigint[], reason text, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  if (char_length(reason) between 1 and 300 and cardinality(acts) between 1 and 50
    and (select count(*) from staff_acts act where act.id = any (acts)) = cardinality(acts)) is not true then
    raise exception 'nothing is read so' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  outcome := case
    when (is_admin(note_audit_reading.staff_id) and may_judge(note_audit_reading.staff_id)) is not true then 'not_admin'
    when (
      select count(*)
      from staff_acts done
      where done.staff_id = note_audit_reading.staff_id and done.act = 'audit.read'
        and done.at > note_audit_reading.at - interval '1 day'
    ) >= coalesce((select (value #>> '{}')::int from settings where name = 'staff.look_ups_a_day'), 100) then 'budget'
    else 'noted'
  end;
  if outcome = 'noted' then
    perform add_staff_act(
      note_audit_reading.staff_id, 'audit.read', array_to_string(acts, ' '), reason, note_audit_reading.at);
  end if;
end $$;

revoke all on function note_audit_reading from public;
grant execute on function note_audit_reading to parley_web;
