-- A staff member opens it: name and reason go into the chain before anything is shown. Outcomes: noted; not_judge; unknown; own; budget.
create or replace function look_at_recovery(reference text, staff_id bigint, reason text, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown account_recoveries;
begin
  perform assert_now(at);
  if (char_length(reason) between 3 and 300) is not true then
    raise exception 'nobody looks without a reason' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  select one.* into shown
  from account_recoveries one
  where one.reference = look_at_recovery.reference and one.confirmed_at is not null;
  outcome := case
    when holds_right(staff_id, 'recoveries') is not true then 'not_judge'
    when shown.id is null then 'unknown'
    when shown.user_id = staff_id then 'own'
    when (
      select count(*) from recovery_looks looked
      where looked.staff_id = look_at_recovery.staff_id and looked.at > look_at_recovery.at - interval '1 day'
    ) >= coalesce((select (value #>> '{}')::int from settings where name = 'staff.documents_a_day'), 200) then 'budget'
    else 'noted'
  end;
  if outcome = 'noted' then
    insert into recovery_looks (recovery_id, staff_id, at)
    values (shown.id, staff_id, at)
    on conflict do nothing;
    perform add_staff_act(
      staff_id, 'recovery.look', staff_change_about(shown.user_id, 'recovery'), shown.reference || ': ' || reason, at);
  end if;
end $$;
revoke all on function look_at_recovery(text,bigint,text,timestamp with time zone) from public;
grant execute on function look_at_recovery(text,bigint,text,timestamp with time zone) to parley_web;
