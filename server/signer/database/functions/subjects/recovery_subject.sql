-- The subject of the proof for an approval: the case, the account and the new mailbox. Null if these staff may not approve, or nothing waits.
create or replace function recovery_subject(staff_id bigint, reference text) returns text
language sql stable set search_path = public, pg_temp as $$
  select 'staff_approve_recovery:' || waiting.reference || ':' || waiting.user_id || ':' || encode(waiting.email_index, 'hex')
  from account_recoveries waiting
  where waiting.reference = recovery_subject.reference and waiting.status = 'pending'
    and waiting.user_id <> recovery_subject.staff_id and holds_right(recovery_subject.staff_id, 'recoveries')
$$;
revoke all on function recovery_subject(bigint,text) from public;
grant execute on function recovery_subject(bigint,text) to parley_signer;
