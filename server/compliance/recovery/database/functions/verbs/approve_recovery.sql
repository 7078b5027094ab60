-- One of two staff members approves, by a proof of just that. Outcomes: approved_first; approved by the second, while the first
-- may still judge: the wait begins, nothing leaves and every channel is notified; not_judge; unknown; over; own; unlooked;
-- second_person; unproved; and the fault.
create or replace function approve_recovery(reference text, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown account_recoveries;
  until timestamptz := at + make_interval(hours => (setting_value('accounts.recovery_wait_hours') #>> '{}')::int);
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  -- With the account: what its email or its closing changes at once comes before or after.
  shown := locked_recovery((
    select one.id from account_recoveries one where one.reference = approve_recovery.reference and one.confirmed_at is not null));
  outcome := case
    when holds_right(staff_id, 'recoveries') is not true then 'not_judge'
    when shown.id is null then 'unknown'
    when shown.status <> 'pending' then 'over'
    when shown.user_id = staff_id then 'own'
    when not looks_at_recovery(shown.id, staff_id) then 'unlooked'
    when recovery_fault(shown, at) is not null then recovery_fault(shown, at)
    when exists (
      select from recovery_approvals given
      where given.recovery_id = shown.id and given.staff_id = approve_recovery.staff_id) then 'second_person'
    when not exists (select from spend_proofs(array[recovery_subject(staff_id, reference)], array[staff_id])) then 'unproved'
    when exists (
      select from recovery_approvals given where given.recovery_id = shown.id and holds_right(given.staff_id, 'recoveries')) then 'approved'
    else 'approved_first'
  end;
  if outcome not in ('approved', 'approved_first') then
    return;
  end if;
  insert into recovery_approvals (recovery_id, staff_id, at) values (shown.id, staff_id, at);
  perform add_staff_act(
    staff_id, 'recovery.approve', staff_change_about(shown.user_id, 'recovery'), shown.reference, at);
  if outcome = 'approved_first' then
    return;
  end if;
  update account_recoveries one
  set status = 'approved', waits_until = until
  where one.id = shown.id;
  -- For the current holder of the account, owner or thief: nothing leaves, and nothing is proved (prove.ts, spend_proofs),
  -- until the link has ended.
  perform hold_recovered(shown.user_id, 'recovery', at, until + interval '3 days');
  update email_changes change
  set expires_at = least(change.expires_at, at)
  where change.user_id = shown.user_id and change.done_at is null;
  update proofs
  set expires_at = least(expires_at, at)
  where proofs.user_id = shown.user_id and spent_at is null;
  perform note_activity(shown.user_id, 'staff_recovery_approved', shown.code);
  insert into events (type, subject, payload, at)
  values ('account.staff_recovery_approved', shown.user_id::text,
    jsonb_build_object('detail', to_char(until at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')), at);
  perform tell_recovery_case(shown.reference, at);
end $$;
revoke all on function approve_recovery(text,bigint,timestamp with time zone) from public;
grant execute on function approve_recovery(text,bigint,timestamp with time zone) to parley_web;
