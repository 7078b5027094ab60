-- The operator's, as the owner of the tables: `reason` says who typed it. False where it is not active.
create or replace function lift_restriction_by_operator(case_number text, why text, reason text, at timestamp with time zone) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  standing user_restrictions;
begin
  perform pg_advisory_xact_lock(7265004);
  select one.* into standing
  from user_restrictions one
  where one.case_number = lift_restriction_by_operator.case_number and one.lifted_at is null
  for update;
  if standing.id is null then
    return false;
  end if;
  perform end_restriction(standing, why, null, lift_restriction_by_operator.at);
  perform add_staff_act(
    null, 'restriction.lift', staff_change_about(standing.user_id, standing.state),
    standing.case_number || ': ' || reason, lift_restriction_by_operator.at);
  return true;
end $$;
revoke all on function lift_restriction_by_operator(text,text,text,timestamp with time zone) from public;
