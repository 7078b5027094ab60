-- Outcomes: done; not_admin; over where none is current or planned.
create or replace function end_announcement(id bigint, reason text, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  if is_admin(staff_id) is not true then
    outcome := 'not_admin';
    return;
  end if;
  update announcements standing
  set ended_by = staff_id, ended_at = at
  where standing.id = end_announcement.id and standing.ended_at is null and standing.ends_at > at;
  outcome := case when found then 'done' else 'over' end;
  if found then
    perform add_staff_act(staff_id, 'announcement.end', end_announcement.id::text, reason, at);
  end if;
end $$;
revoke all on function end_announcement(bigint,text,bigint,timestamp with time zone) from public;
grant execute on function end_announcement(bigint,text,bigint,timestamp with time zone) to parley_web;
