-- Records that an administrator opens the texts of acts, and the reason. Outcomes: noted; not_admin; budget where they have
-- opened as many pages as they may look people up in a day.
create or replace function note_audit_reading(staff_id bigint, acts bigint[], reason text, at timestamp with time zone, OUT outcome text) returns text
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
revoke all on function note_audit_reading(bigint,bigint[],text,timestamp with time zone) from public;
grant execute on function note_audit_reading(bigint,bigint[],text,timestamp with time zone) to parley_web;
