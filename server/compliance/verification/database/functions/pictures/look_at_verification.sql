-- A staff member opens the documents: their name, the user and the reason go into the chain before anything is shown. Outcomes: noted;
-- unknown; own; not_judge; budget where they have opened as many as one may in a day.
create or replace function look_at_verification(reference text, staff_id bigint, reason text, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown verifications;
begin
  perform assert_now(at);
  if (char_length(reason) between 3 and 300) is not true then
    raise exception 'nobody looks without a reason' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  select one.* into shown
  from verifications one
  where one.reference = look_at_verification.reference and one.submitted_at is not null;
  outcome := case
    when may_judge(staff_id) is not true then 'not_judge'
    when shown.id is null then 'unknown'
    when shown.user_id = staff_id then 'own'
    when (
      select count(*) from verification_looks looked
      where looked.staff_id = look_at_verification.staff_id and looked.at > look_at_verification.at - interval '1 day'
    ) >= coalesce((select (value #>> '{}')::int from settings where name = 'staff.documents_a_day'), 200) then 'budget'
    else 'noted'
  end;
  if outcome = 'noted' then
    insert into verification_looks (verification_id, staff_id, at)
    values (shown.id, staff_id, at)
    on conflict do nothing;
    perform add_staff_act(
      staff_id, 'verification.look', staff_change_about(shown.user_id, shown.kind), shown.reference || ': ' || reason, at);
  end if;
end $$;
revoke all on function look_at_verification(text,bigint,text,timestamp with time zone) from public;
grant execute on function look_at_verification(text,bigint,text,timestamp with time zone) to parley_web;
