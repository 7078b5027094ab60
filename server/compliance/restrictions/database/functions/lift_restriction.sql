-- Ends a restriction, and grants the appeal that is open against it. The person reads why. Outcomes: done; unknown; over
-- where it has ended; own; second_person who set it; not_allowed; unproved.
create or replace function lift_restriction(case_number text, why text, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  standing user_restrictions;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  select one.* into standing
  from user_restrictions one
  where one.case_number = lift_restriction.case_number
  for update;
  outcome := coalesce(
    kept_from_deciding(standing, lift_restriction.staff_id, 'staff_lift_restriction:' || lift_restriction.case_number), 'done');
  if outcome <> 'done' then
    return;
  end if;
  perform end_restriction(standing, why, lift_restriction.staff_id, lift_restriction.at);
  perform add_staff_act(
    lift_restriction.staff_id, 'restriction.lift', staff_change_about(standing.user_id, standing.state),
    standing.case_number || ': ' || why, lift_restriction.at);
end $$;
revoke all on function lift_restriction(text,text,bigint,timestamp with time zone) from public;
grant execute on function lift_restriction(text,text,bigint,timestamp with time zone) to parley_web;
