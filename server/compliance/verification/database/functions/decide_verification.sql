-- Approves, by a proof of just that, or rejects for reasons. A company takes two who approve; one who rejects is enough. Outcomes:
-- done; approved_first while another has to approve too; second_person if the same reviewer has approved it already; unknown; over; own; not_judge;
-- unlooked if they have not opened it lately; expired; unproved.
create or replace function decide_verification(reference text, staff_id bigint, reasons text[], expires_on date, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown       verifications;
  is_approval boolean := cardinality(reasons) = 0;
  is_first    boolean;
begin
  perform assert_now(at);
  if (cardinality(reasons) <= 12 and not exists (
      select from unnest(reasons) as given (reason) where given.reason !~ '^[a-z_]{3,40}$')) is not true then
    raise exception 'these are no reasons' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  select one.* into shown from verifications one where one.reference = decide_verification.reference for update;
  outcome := case
    when (case shown.kind when 'company' then holds_right(staff_id, 'companies') else may_judge(staff_id) end) is not true then 'not_judge'
    when shown.id is null then 'unknown'
    when shown.status <> 'pending' then 'over'
    when shown.user_id = staff_id then 'own'
    when not looks_at_verification(shown.id, staff_id) then 'unlooked'
    when is_approval and exists (
      select from verification_pictures picture
      where picture.verification_id = shown.id and picture.corrupted_at is not null) then 'corrupted'
    when is_approval and expires_on <= at::date then 'expired'
    when is_approval and exists (
      select from verification_approvals given
      where given.verification_id = shown.id and given.staff_id = decide_verification.staff_id) then 'second_person'
    when is_approval and not exists (
      select from spend_proofs(array['staff_approve_verification:' || shown.reference], array[staff_id])) then 'unproved'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  if is_approval then
    is_first := verification_approvers(shown.kind) > (
      select 1 + count(*) from counted_approvals(shown.id));
    insert into verification_approvals (verification_id, staff_id, at, expires_on)
    values (shown.id, staff_id, at, expires_on);
    if is_first then
      outcome := 'approved_first';
      perform add_staff_act(
        staff_id, 'verification.approve_first', staff_change_about(shown.user_id, shown.kind), shown.reference, at);
      return;
    end if;
  end if;
  -- What does not count now is no part of what is decided.
  delete from verification_approvals given
  where given.verification_id = shown.id
    and given.staff_id not in (select counted.staff_id from counted_approvals(shown.id) counted);
  perform apply_verification(shown, staff_id, reasons, least(expires_on, (
      select min(given.expires_on) from counted_approvals(shown.id) given)), at);
  perform add_staff_act(
    staff_id, case when is_approval then 'verification.approve' else 'verification.reject' end,
    staff_change_about(shown.user_id, shown.kind),
    shown.reference || case when is_approval then '' else ': ' || array_to_string(reasons, ', ') end, at);
end $$;
revoke all on function decide_verification(text,bigint,text[],date,timestamp with time zone) from public;
grant execute on function decide_verification(text,bigint,text[],date,timestamp with time zone) to parley_web;
