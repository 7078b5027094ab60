-- One of the staff rejects it, also after two have approved. Outcomes: done; not_judge; unknown; over; own; unlooked.
create or replace function reject_recovery(reference text, staff_id bigint, reason text, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown account_recoveries;
begin
  perform assert_now(at);
  if (reason in ('unreadable', 'code_missing', 'face_hidden', 'edited', 'other_person', 'other_document', 'doubtful', 'no_match')) is not true then
    raise exception 'nobody rejects for %', reason using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  shown := locked_recovery((
    select one.id from account_recoveries one where one.reference = reject_recovery.reference and one.confirmed_at is not null));
  outcome := case
    when holds_right(staff_id, 'recoveries') is not true then 'not_judge'
    when shown.id is null then 'unknown'
    when shown.status not in ('pending', 'approved', 'ready') then 'over'
    when shown.user_id = staff_id then 'own'
    when not looks_at_recovery(shown.id, staff_id) then 'unlooked'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  update account_recoveries one set reason = reject_recovery.reason, rejected_by = staff_id where one.id = shown.id;
  perform end_recovery(shown.id, 'rejected', at);
  if shown.status <> 'pending' then
    perform loosen_recovery(shown.user_id, at);
    insert into events (type, subject, payload, at)
    values ('account.staff_recovery_stopped', shown.user_id::text, jsonb_build_object('detail', shown.code), at);
  end if;
  perform add_staff_act(
    staff_id, 'recovery.reject', staff_change_about(shown.user_id, 'recovery'), shown.reference || ': ' || reason, at);
  perform tell_recovery_case(shown.reference, at);
end $$;
revoke all on function reject_recovery(text,bigint,text,timestamp with time zone) from public;
grant execute on function reject_recovery(text,bigint,text,timestamp with time zone) to parley_web;
