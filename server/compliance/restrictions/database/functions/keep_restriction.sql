-- Extends a restriction by some days, and rejects its open appeal. Outcomes as of lifting.
create or replace function keep_restriction(case_number text, why text, review_days integer, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  standing user_restrictions;
begin
  perform assert_now(at);
  if (review_days between 1 and 365) is not true then
    raise exception 'this is no time for a review' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  select one.* into standing
  from user_restrictions one
  where one.case_number = keep_restriction.case_number
  for update;
  outcome := coalesce(
    kept_from_deciding(standing, keep_restriction.staff_id, 'staff_keep_restriction:' || keep_restriction.case_number), 'done');
  if outcome <> 'done' then
    return;
  end if;
  update user_restrictions
  set review_at = keep_restriction.at + make_interval(days => review_days)
  where id = standing.id
  returning * into standing;
  update restriction_appeals appeal
  set outcome = 'kept', decided_by = keep_restriction.staff_id, decided_at = keep_restriction.at, answer = why
  where appeal.restriction_id = standing.id and appeal.outcome is null;
  perform add_staff_act(
    keep_restriction.staff_id, 'restriction.keep', staff_change_about(standing.user_id, standing.state),
    standing.case_number || ': ' || why, keep_restriction.at);
  perform tell_of_restriction('account.restriction_kept', standing, why, keep_restriction.at);
end $$;
revoke all on function keep_restriction(text,text,integer,bigint,timestamp with time zone) from public;
grant execute on function keep_restriction(text,text,integer,bigint,timestamp with time zone) to parley_web;
