-- A staff member approves the last send-out of an account that another one has banned. Outcomes as of lifting, and
-- unchanged where it was approved; unknown where it is no ban.
create or replace function allow_last_send_out(case_number text, why text, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  standing user_restrictions;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  select one.* into standing
  from user_restrictions one
  where one.case_number = allow_last_send_out.case_number and one.state = 'banned'
  for update;
  outcome := case
    when standing.leave_allowed_at is not null and standing.lifted_at is null then 'unchanged'
    else coalesce(
      kept_from_deciding(
        standing, allow_last_send_out.staff_id, 'staff_allow_last_send_out:' || allow_last_send_out.case_number), 'done')
  end;
  if outcome <> 'done' then
    return;
  end if;
  update user_restrictions
  set leave_allowed_by = allow_last_send_out.staff_id, leave_allowed_at = allow_last_send_out.at
  where id = standing.id;
  perform add_staff_act(
    allow_last_send_out.staff_id, 'restriction.allow_last_send_out', staff_change_about(standing.user_id, standing.state),
    standing.case_number || ': ' || why, allow_last_send_out.at);
  perform tell_of_restriction('account.last_send_out_allowed', standing, why, allow_last_send_out.at);
end $$;
revoke all on function allow_last_send_out(text,text,bigint,timestamp with time zone) from public;
grant execute on function allow_last_send_out(text,text,bigint,timestamp with time zone) to parley_web;
