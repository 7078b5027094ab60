-- The subject of the proof for an approval of documents or of a trading name, or for a false hit; null if these staff may not decide or
-- already did, or nothing waits.
create or replace function verification_subject(staff_id bigint, reference text) returns text
language sql stable set search_path = public, pg_temp as $$
  select 'staff_approve_verification:' || waiting.reference
  from verifications waiting
  where waiting.reference = verification_subject.reference and waiting.status = 'pending'
    and waiting.user_id <> verification_subject.staff_id
    and case waiting.kind when 'company' then holds_right(verification_subject.staff_id, 'companies')
      else may_judge(verification_subject.staff_id) end
    and not exists (
      select from verification_approvals given
      where given.verification_id = waiting.id and given.staff_id = verification_subject.staff_id)
  union all
  select 'staff_approve_verification:' || asked.reference
  from trading_names asked
  where asked.reference = verification_subject.reference and asked.status = 'waiting'
    and asked.user_id <> verification_subject.staff_id and asked.first_by is distinct from verification_subject.staff_id
    and holds_right(verification_subject.staff_id, 'companies')
  union all
  select 'staff_approve_verification:' || found.reference
  from screening_hits found
  where found.reference = verification_subject.reference and found.verdict is null
    and found.user_id <> verification_subject.staff_id and holds_right(verification_subject.staff_id, 'screening')
$$;
revoke all on function verification_subject(bigint,text) from public;
grant execute on function verification_subject(bigint,text) to parley_signer;
