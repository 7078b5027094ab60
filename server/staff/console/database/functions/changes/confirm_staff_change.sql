-- A second administrator proves the same, and it is so. Outcomes: done; unproved; not_admin; own; second_person who
-- proposed it; over where it has ended, was confirmed, is so already, or is proposed by nobody any more.
create or replace function confirm_staff_change(hash text, staff_id bigint, at timestamp with time zone) returns TABLE(outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  change staff_changes;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  select proposal.* into change
  from staff_changes proposal
  where proposal.hash = confirm_staff_change.hash
  for update;
  outcome := case
    when not is_admin(staff_id) then 'not_admin'
    when (change.confirmed_at is null and change.expires_at > at and is_admin(change.proposed_by)
      and staff_change_subject(change.kind, change.user_id, change.detail) = change.subject
      and takes_second_person(change.kind, change.user_id, change.detail)) is not true then 'over'
    when change.proposed_by = staff_id then 'second_person'
    when change.user_id = staff_id then 'own'
    when change.kind = 'post_journal' and manual_journal_fault(change.user_id, change.detail, at) is not null then
      manual_journal_fault(change.user_id, change.detail, at)
    when change.kind = 'give_cashback' and cashback_fault(change.user_id, change.detail, at) is not null then
      cashback_fault(change.user_id, change.detail, at)
    when not exists (select from spend_proofs(array[change.subject], array[staff_id])) then 'unproved'
    when change.kind = 'post_journal' then
      case when post_manual_journal(change, at) then 'done' else 'insufficient' end
    when not make_staff_change(
      change.kind, change.user_id, change.detail, change.reason, change.proposed_by, staff_id, at) then 'over'
    else 'done'
  end;
  if outcome = 'done' then
    update staff_changes
    set confirmed_by = staff_id, confirmed_at = at
    where staff_changes.id = change.id;
    perform add_staff_act(
      staff_id, staff_change_act(change.kind), staff_change_about(change.user_id, change.detail), change.reason, at);
  end if;
  return next;
end $$;
revoke all on function confirm_staff_change(text,bigint,timestamp with time zone) from public;
grant execute on function confirm_staff_change(text,bigint,timestamp with time zone) to parley_web;
