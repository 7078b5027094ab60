-- Staff close a report. Outcomes: done; unknown; own; not_judge; closed where it was before.
create or replace function close_message_report(number text, decision text, why text, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  judged direct_reports;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  select one.* into judged from direct_reports one where one.number = close_message_report.number for update;
  outcome := case
    when may_judge(staff_id) is not true then 'not_judge'
    when judged.id is null then 'unknown'
    when staff_id in (judged.reporter_id, judged.reported_id) then 'own'
    when judged.outcome is not null then 'closed'
    else 'done'
  end;
  if outcome = 'done' then
    update direct_reports one
    set outcome = decision, closed_by = staff_id, closed_at = at, closed_why = why
    where one.id = judged.id;
    perform add_staff_act(staff_id, 'message_report.' || decision, judged.number, why, at);
  end if;
end $$;
revoke all on function close_message_report(text,text,text,bigint,timestamp with time zone) from public;
grant execute on function close_message_report(text,text,text,bigint,timestamp with time zone) to parley_web;
